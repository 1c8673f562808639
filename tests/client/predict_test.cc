#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "client/commands/command.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

onnx::ModelProto Parsed(const std::string& graph) {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto, ("<ir_version: 8, opset_import: [\"\" : 17, \"com.acme\" : 1]>\n" + graph).c_str());
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
  return proto;
}

// `roofline predict MODEL ARGUMENTS` on a model that lies in a file.
class PredictTest : public ::testing::Test {
 protected:
  PredictTest()
      : path_(::testing::TempDir() +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".onnx") {}
  ~PredictTest() override { std::remove(path_.c_str()); }

  std::string Output(const onnx::ModelProto& model, const std::string& arguments) {
    std::ofstream(path_, std::ios::binary) << model.SerializeAsString();
    CLI::App app;
    Action action;
    AddPredictCommand(app, action);
    app.parse("predict " + path_ + " --device gtx-1080-ti " + arguments);
    std::string out;
    const absl::Status status = action(out);
    EXPECT_TRUE(status.ok()) << MessageOf(status);
    return out;
  }

  std::string path_;
};

TEST_F(PredictTest, SaysWhereALayerCameFrom) {
  onnx::ModelProto model =
      Parsed("g (float[2] a) => (float[2] d) { b = Relu(a)\n c = Neg(b)\n d = Abs(c) }");
  onnx::StringStringEntryProto entry;
  entry.set_key("pkg.torch.onnx.stack_trace");
  entry.set_value("File \"net.py\", line 7, in forward\n    return self.act(x)\n");
  model.mutable_graph()->mutable_node(0)->mutable_unknown_fields()->AddLengthDelimited(
      9, entry.SerializeAsString());  // NodeProto.metadata_props, younger than these classes
  model.mutable_graph()->mutable_node(1)->set_doc_string("File b.py, line 2");
  EXPECT_EQ(Output(model, "--view layers --columns name,source --format csv"),
            "name,source\n"
            "b,\"File \"\"net.py\"\", line 7, in forward; return self.act(x)\"\n"
            "c,\"File b.py, line 2\"\n"
            "d,\n");
  const auto json = nlohmann::json::parse(Output(model, "--format json"));
  EXPECT_EQ(json.at("layers").at(0).at("source"), entry.value());
  EXPECT_EQ(json.at("layers").at(1).at("source"), "File b.py, line 2");
  EXPECT_FALSE(json.at("layers").at(2).contains("source"));
}

TEST_F(PredictTest, SaysWhatShareOfTheWorkIsKnown) {
  // Relu: 8 operations, 32 bytes in, 32 out. Magic reads 32 bytes; its output declares its shape.
  const onnx::ModelProto model =
      Parsed("g (float[8] x) => (float[8] y) { r = Relu(x)\n y = com.acme.Magic(r) }");
  EXPECT_THAT(Output(model, ""),
              HasSubstr("coverage: 1 of 2 layers exact, 0 bounded, 0 assumed, 1 unknown\n"
                        "share of operations: 100.00 % exact, 0.00 % bounded, 0.00 % assumed; "
                        "unknown layers not counted\n"
                        "share of bytes: 50.00 % exact, 0.00 % bounded, 0.00 % assumed, 50.00 % "
                        "unknown\n"
                        // Both take the 6 us of a start, and hardly more.
                        "share of time on gtx-1080-ti: 50.00 % exact, 0.00 % bounded, 0.00 % "
                        "assumed, 50.00 % unknown\n"
                        "unknown: com.acme.Magic (1 layer)\n"));
  const auto json = nlohmann::json::parse(Output(model, "--format json"));
  const auto& coverage = json.at("coverage");
  EXPECT_EQ(coverage.at("operations_share").at("exact"), 1.0);
  EXPECT_TRUE(coverage.at("operations_share").at("unknown").is_null());
  EXPECT_EQ(coverage.at("bytes_share").at("exact"), 64.0 / (64 + 64));
  EXPECT_EQ(coverage.at("bytes_share").at("unknown"), 64.0 / (64 + 64));
  EXPECT_EQ(coverage.at("unknown_operators"), nlohmann::json({"com.acme.Magic"}));
  EXPECT_EQ(coverage.at("unknown_layers"), nlohmann::json({"y"}));
  const auto& device = json.at("devices").at(0);
  const double relu = device.at("kernels").at(0).at("expected_seconds");
  const double magic = device.at("kernels").at(1).at("expected_seconds");
  const auto& time = device.at("totals").at("coverage");
  EXPECT_DOUBLE_EQ(time.at("exact"), relu / (relu + magic));
  EXPECT_DOUBLE_EQ(time.at("unknown"), magic / (relu + magic));
}

TEST_F(PredictTest, AModelOfExactLayersNeedsNoShares) {
  const std::string out = Output(Parsed("g (float[8] x) => (float[8] y) { y = Relu(x) }"), "");
  EXPECT_THAT(out,
              HasSubstr("coverage: 1 of 1 layer exact, 0 bounded, 0 assumed, 0 unknown\nmemory: "));
  EXPECT_THAT(out, Not(HasSubstr("share of bytes")));
}

TEST_F(PredictTest, ThePeakOfIntegersIsInOps) {
  const onnx::ModelProto model =
      Parsed("g (float[64, 64] a, float[64, 64] b) => (float[64, 64] c) { c = MatMul(a, b) }");
  EXPECT_THAT(Output(model, ""), HasSubstr("10.600 TFLOPS"));
  EXPECT_THAT(Output(model, "--precision int8"), HasSubstr("42.400 TOPS"));
}

}  // namespace
}  // namespace roofline
