// Every network is a valid model, small, and the same as the file kept in git.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/checker.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "client/examples/generator/networks.h"
#include "tests/costmodel/testing/read_file.h"
#include "tests/generator/trusted_model.h"

namespace roofline::examples {
namespace {

using ::testing::Contains;

const std::filesystem::path kFolder =
    std::filesystem::path(ROOFLINE_SOURCE_DIR) / "client/examples";

void WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
}

std::vector<std::string> Names(const onnx::TensorShapeProto& shape) {
  std::vector<std::string> names;
  for (const auto& dim : shape.dim()) names.push_back(dim.dim_param());
  return names;
}

class EveryNetwork : public ::testing::TestWithParam<Network> {
 protected:
  const std::string bytes_ = Generate(GetParam());
  const onnx::ModelProto model_ = Parse(bytes_);
};

TEST_P(EveryNetwork, IsTheFileKeptInGit) {
  EXPECT_TRUE(Generate(GetParam()) == bytes_) << "not the same every time";
  const auto path = kFolder / fmt::format("{}.onnx", GetParam().name);
  if (!GetParam().shipped) {
    EXPECT_FALSE(std::filesystem::exists(path));
    return;
  }
  // Not EXPECT_EQ, which would print both.
  EXPECT_TRUE(roofline::testing::ReadFile(path) == bytes_)
      << path << " is out of date: run roofline-generate-examples " << kFolder;
}

// By libonnx, dimensions not yet bound.
TEST_P(EveryNetwork, IsValid) {
  // The checker wants the side file to exist; it does not read it.
  const auto folder = std::filesystem::path(::testing::TempDir()) /
                      fmt::format("examples-{}-{}", GetParam().name, getpid());
  std::filesystem::create_directories(folder);
  const auto path = folder / "model.onnx";
  WriteFile(folder / fmt::format("{}.weights", GetParam().name), "");
  WriteFile(path, bytes_);
  EXPECT_NO_THROW(onnx::checker::check_model(path.string()));
  std::filesystem::remove_all(folder);
  EXPECT_NO_THROW(TrustedModel(model_, {}));
  for (const auto& input : model_.graph().input()) {
    EXPECT_THAT(Names(input.type().tensor_type().shape()), Contains("batch")) << input.name();
  }
}

TEST_P(EveryNetwork, KeepsWeightsOverOneKibibyteOutside) {
  int64_t next = 0;
  for (const auto& weight : model_.graph().initializer()) {
    if (weight.data_location() != onnx::TensorProto::EXTERNAL) {
      EXPECT_LE(weight.raw_data().size(), 1024U) << weight.name();
      continue;
    }
    ASSERT_EQ(weight.external_data_size(), 3) << weight.name();
    EXPECT_EQ(weight.external_data(0).value(), fmt::format("{}.weights", GetParam().name));
    EXPECT_EQ(std::stoll(weight.external_data(1).value()), next) << weight.name();
    next += std::stoll(weight.external_data(2).value());
  }
  if (GetParam().shipped) {
    EXPECT_LT(bytes_.size(), 512 << 10);
  }
}

TEST_P(EveryNetwork, NamesEveryNodeAndWeightOnce) {
  std::set<std::string> names;
  for (const auto& node : model_.graph().node()) {
    EXPECT_TRUE(names.insert(node.name()).second) << node.name();
  }
  for (const auto& weight : model_.graph().initializer()) {
    EXPECT_TRUE(names.insert(weight.name()).second) << weight.name();
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, EveryNetwork, ::testing::ValuesIn(Networks()),
                         [](const auto& param) {
                           std::string name(param.param.name);
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace roofline::examples
