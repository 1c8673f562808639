#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "tests/costmodel/onnx/reference_skeleton.h"

namespace roofline {
namespace {

// Debian package libonnx-testdata.
constexpr const char* kTestData = "/usr/share/libonnx-testdata";
constexpr size_t kModels = 1072;  // in 1.12

std::vector<std::string> FilesWithExtension(const std::string& extension) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kTestData)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  return files;
}

std::string ReadFile(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

TEST(CorpusTest, SkeletonsAreTheModelsWithoutTheirWeights) {
  const std::vector<std::string> files = FilesWithExtension(".onnx");
  ASSERT_GE(files.size(), kModels);
  const ModelLimits limits;
  for (const std::string& path : files) {
    const auto skeleton = ReadSkeletonFile(path, limits);
    ASSERT_TRUE(skeleton.ok()) << MessageOf(skeleton.status());
    onnx::ModelProto expected = ParseModel(ReadFile(path));
    DropPayloads(expected, limits.kept_payload_bytes);
    EXPECT_EQ(Canonical(ParseModel(skeleton->bytes)), Canonical(expected)) << path;
    const auto again = ReadSkeletonBytes(skeleton->bytes, path, limits);
    ASSERT_TRUE(again.ok()) << MessageOf(again.status());
    EXPECT_EQ(again->bytes, skeleton->bytes) << path;
  }
}

TEST(CorpusTest, TestTensorsAreNoModels) {
  const std::vector<std::string> files = FilesWithExtension(".pb");
  ASSERT_GE(files.size(), kModels);
  for (const std::string& path : files) {
    const auto skeleton = ReadSkeletonFile(path, ModelLimits());
    EXPECT_EQ(ReasonOf(skeleton.status()), Reason::kNotOnnx) << path;
  }
}

}  // namespace
}  // namespace roofline
