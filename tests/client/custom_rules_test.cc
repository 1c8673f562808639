// The example of "Custom rules" in the README, as a user would type it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace roofline {
namespace {

using ::testing::HasSubstr;

// The fenced blocks of the section, without their fences.
std::vector<std::string> BlocksOfSection() {
  std::ifstream page(ROOFLINE_SOURCE_DIR "/README.md");
  std::vector<std::string> blocks;
  bool section = false;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) section = inside ? section : line == "### Custom rules";
    if (!section) continue;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.emplace_back();
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

// Multi-scale deformable attention as a detector has it: 4 levels of a feature pyramid, 300
// queries, 8 heads of 32 channels, 4 points a level.
onnx::ModelProto Detector() {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto,
      "<ir_version: 8, opset_import: [\"\" : 17, \"my.domain\" : 1]>\n"
      "detector (float[N, 13294, 8, 32] value, int64[4, 2] shapes, int64[4] starts,"
      " float[N, 300, 8, 4, 4, 2] locations, float[N, 300, 8, 4, 4] weights)"
      " => (float[N, 300, 256] y)"
      " { a = my.domain.MSDeformAttn(value, shapes, starts, locations, weights)\n y = Relu(a) }");
  if (!status.IsOK()) throw std::invalid_argument(status.ErrorMessage());
  proto.mutable_graph()->mutable_node(0)->set_name("attention");
  proto.mutable_graph()->mutable_node(1)->set_name("activation");
  return proto;
}

class CustomRulesExampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "/custom_rules_" + std::to_string(getpid());
    std::filesystem::create_directory(folder_);
    std::ofstream model(folder_ + "/detector.onnx", std::ios::binary);
    Detector().SerializeToOstream(&model);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void WriteRules(const std::string& yaml) const { std::ofstream(folder_ + "/rules.yaml") << yaml; }

  // What a command prints, errors included, and its exit code at the end when it is not 0.
  std::string Run(const std::string& command) const {
    const std::string line =
        "cd '" + folder_ + "' && PATH='" ROOFLINE_BINARY_DIR "/bin':$PATH; " + command + " 2>&1";
    FILE* pipe = popen(line.c_str(), "r");
    std::string output;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
    const int status = pclose(pipe);
    return status == 0 ? output : output + "exit " + std::to_string(WEXITSTATUS(status)) + "\n";
  }

  std::string folder_;
};

TEST_F(CustomRulesExampleTest, TheReadmeIsRight) {
  const std::vector<std::string> blocks = BlocksOfSection();
  ASSERT_EQ(blocks.size(), 2U);
  WriteRules(blocks[0]);
  std::istringstream session(blocks[1]);
  std::string command;
  for (std::string line; std::getline(session, line);) {
    const bool goes_on = line.ends_with("\\");
    command += goes_on ? line.substr(0, line.size() - 1) : line;
    if (!goes_on) break;
  }
  ASSERT_TRUE(command.starts_with("$ ")) << command;
  const std::string expected{std::istreambuf_iterator<char>(session), {}};
  EXPECT_EQ(Run(command.substr(2)), expected);
}

TEST_F(CustomRulesExampleTest, EveryCommandThatTakesAModelTakesRules) {
  WriteRules(BlocksOfSection().at(0));
  EXPECT_THAT(Run("roofline shapes detector.onnx --batch 2 --rules rules.yaml"),
              HasSubstr("2x300x256"));
  EXPECT_THAT(
      Run("roofline predict detector.onnx --batch 2 --device gtx-1080-ti --strict"),
      HasSubstr("the work of 2 of 2 layers is unknown: attention (MSDeformAttn), activation "
                "(Relu)\nexit 4"));
  EXPECT_THAT(
      Run("roofline predict detector.onnx --batch 2 --device gtx-1080-ti --strict --rules "
          "rules.yaml"),
      HasSubstr("1 of 2 layers are counted by custom rules (first: attention by rules.yaml:2)"));
}

TEST_F(CustomRulesExampleTest, MistakesPointIntoTheFile) {
  const std::string predict =
      "roofline predict detector.onnx --batch 1 --device gtx-1080-ti --rules rules.yaml";
  EXPECT_EQ(Run(predict), "roofline: rules.yaml: no such file; check the path\nexit 4\n");
  WriteRules("rules:\n  - op: my.domain/MSDeformAttn\n    macs: 2 * poins\n");
  EXPECT_THAT(Run(predict),
              HasSubstr("rules.yaml:3: rules[0].macs: column 5: unknown name 'poins'"));
}

}  // namespace
}  // namespace roofline
