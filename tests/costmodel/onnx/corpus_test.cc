#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "tests/costmodel/onnx/reference_skeleton.h"
#include "tests/costmodel/testing/read_file.h"

namespace roofline {
namespace {

using testing::ReadFile;

// Debian package libonnx-testdata.
constexpr const char* kCorpusTestData = "/usr/share/libonnx-testdata";
constexpr size_t kCorpusModels = 1072;  // in 1.12

std::vector<std::string> FilesWithExtension(const std::string& extension) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kCorpusTestData)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  return files;
}

TEST(CorpusTest, SkeletonsAreTheModelsWithoutTheirWeights) {
  const std::vector<std::string> files = FilesWithExtension(".onnx");
  ASSERT_GE(files.size(), kCorpusModels);
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
  ASSERT_GE(files.size(), kCorpusModels);
  for (const std::string& path : files) {
    const auto skeleton = ReadSkeletonFile(path, ModelLimits());
    EXPECT_EQ(ReasonOf(skeleton.status()), Reason::kNotOnnx) << path;
  }
}

}  // namespace
}  // namespace roofline
