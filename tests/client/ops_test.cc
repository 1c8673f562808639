#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "client/commands/command.h"
#include "client/exit_code.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

// `roofline ops ARGUMENTS`.
absl::Status RunOps(const std::string& arguments, std::string& out) {
  CLI::App app;
  Action action;
  AddOpsCommand(app, action);
  app.parse("ops " + arguments);
  return action(out);
}

std::string Output(const std::string& arguments) {
  std::string out;
  const absl::Status status = RunOps(arguments, out);
  EXPECT_TRUE(status.ok()) << MessageOf(status);
  return out;
}

TEST(OpsTest, TextHasALinePerOperator) {
  const std::string out = Output("Conv Relu --domain ai.onnx");
  EXPECT_THAT(out, HasSubstr("\nai.onnx  Conv      1 11 22    convolution  exact      MACs = "));
  EXPECT_THAT(out, HasSubstr("\nai.onnx  Relu      1 6 13 14  activation   exact "));
}

TEST(OpsTest, JsonHasTheDocumentedKeys) {
  const auto json = nlohmann::json::parse(Output("NonMaxSuppression --format json"));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].size(), 7U);
  EXPECT_EQ(json[0].at("domain"), "ai.onnx");
  EXPECT_EQ(json[0].at("op"), "NonMaxSuppression");
  EXPECT_EQ(json[0].at("versions"), nlohmann::json({10, 11}));
  EXPECT_EQ(json[0].at("class"), "selection");
  EXPECT_EQ(json[0].at("exactness"), "model");
  EXPECT_TRUE(json[0].at("formula").is_string());
  EXPECT_TRUE(json[0].at("source").is_string());
}

TEST(OpsTest, AnUnknownOperatorIsRejected) {
  std::string out;
  const absl::Status status = RunOps("Cnv", out);
  EXPECT_EQ(ExitCodeFor(status), ExitCode::kRejected);
  EXPECT_EQ(MessageOf(status), "no operator 'Cnv'; did you mean 'Conv'?");
}

TEST(OpsTest, ThePageOfOperatorsIsCurrent) {
  std::ifstream file(ROOFLINE_SOURCE_DIR "/costmodel/operators/OPERATORS.md", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(page == Output("--format markdown"))
      << "the rules have changed; refresh the page:\n  " ROOFLINE_BINARY_DIR
         "/bin/roofline ops --format markdown -o " ROOFLINE_SOURCE_DIR
         "/costmodel/operators/OPERATORS.md";
}

}  // namespace
}  // namespace roofline
