#include "costmodel/onnx/side_files.h"

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;

// A model's folder inside a scratch folder: "shapes.bin" of 64 bytes, and "secret.bin" outside.
class SideFilesTest : public ::testing::Test {
 protected:
  SideFilesTest() {
    std::string pattern = ::testing::TempDir() + "side_files_XXXXXX";
    scratch_ = mkdtemp(pattern.data());
    folder_ = scratch_ / "model";
    fs::create_directories(folder_ / "below");
    Write(scratch_ / "secret.bin", std::string(64, 's'));
    for (char c = 0; c < 64; ++c) content_ += c;
    Write(folder_ / "shapes.bin", content_);
    Write(folder_ / "below" / "shapes.bin", content_);
  }
  ~SideFilesTest() override { fs::remove_all(scratch_); }

  static void Write(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
  }

  fs::path scratch_;
  fs::path folder_;
  std::string content_;
};

TEST_F(SideFilesTest, ReadsInsideTheModelsFolder) {
  const SideFiles files((folder_ / "m.onnx").string());
  EXPECT_EQ(files.Read("shapes.bin", 0, 64), content_);
  EXPECT_EQ(files.Read("shapes.bin", 16, 8), content_.substr(16, 8));
  EXPECT_EQ(files.Read("./below/shapes.bin", 60, 4), content_.substr(60, 4));
  fs::create_symlink("below/shapes.bin", folder_ / "inside");
  EXPECT_EQ(files.Read("inside", 1, 2), content_.substr(1, 2));
}

TEST_F(SideFilesTest, TheFolderMayBeTheCurrentOneOrASymbolicLink) {
  fs::create_directory_symlink(folder_, scratch_ / "link");
  EXPECT_EQ(SideFiles((scratch_ / "link" / "m.onnx").string()).Read("shapes.bin", 0, 2),
            content_.substr(0, 2));
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  EXPECT_EQ(SideFiles("m.onnx").Read("shapes.bin", 0, 2), content_.substr(0, 2));
  fs::current_path(before);
}

TEST_F(SideFilesTest, NothingOutsideIsOpened) {
  fs::create_symlink(scratch_ / "secret.bin", folder_ / "out");
  fs::create_symlink("../secret.bin", folder_ / "out_relative");
  fs::create_directory_symlink(scratch_, folder_ / "up");
  fs::create_directories(scratch_ / "model2");
  Write(scratch_ / "model2" / "shapes.bin", content_);
  fs::create_symlink("../model2/shapes.bin", folder_ / "same_prefix");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const SideFiles files((folder_ / "m.onnx").string());
  for (const std::string& location :
       {std::string("../secret.bin"), std::string("below/../../secret.bin"),
        std::string("below/../shapes.bin"), (scratch_ / "secret.bin").string(),
        (folder_ / "shapes.bin").string(), std::string("/dev/zero"), std::string("out"),
        std::string("out_relative"), std::string("up/secret.bin"), std::string("same_prefix"),
        std::string("pipe"), std::string("below"), std::string("."), std::string("..")}) {
    EXPECT_EQ(files.Read(location, 0, 8), std::nullopt) << location;
  }
}

TEST_F(SideFilesTest, WhatIsNotThereIsUnknown) {
  const SideFiles files((folder_ / "m.onnx").string());
  EXPECT_EQ(files.Read("none.bin", 0, 8), std::nullopt);
  EXPECT_EQ(files.Read("", 0, 8), std::nullopt);
  EXPECT_EQ(files.Read("shapes.bin", 60, 8), std::nullopt);
  EXPECT_EQ(files.Read("shapes.bin", 64, 1), std::nullopt);
  EXPECT_EQ(files.Read("shapes.bin", int64_t{1} << 62, 8), std::nullopt);
  EXPECT_EQ(files.Read("shapes.bin", -1, 8), std::nullopt);
  EXPECT_EQ(SideFiles("/nonexistent/m.onnx").Read("shapes.bin", 0, 8), std::nullopt);
}

// A tensor of two int64 in shapes.bin, unless changed.
onnx::TensorProto SideTensor() {
  onnx::TensorProto tensor;
  tensor.set_name("shape");
  tensor.set_data_type(onnx::TensorProto::INT64);
  tensor.add_dims(2);
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  for (const auto& [key, value] :
       {std::pair("location", "shapes.bin"), std::pair("offset", "8"), std::pair("length", "16")}) {
    onnx::StringStringEntryProto& entry = *tensor.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  }
  return tensor;
}

onnx::ModelProto ModelWith(const onnx::TensorProto& tensor) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  *model.mutable_graph()->add_initializer() = tensor;
  return model;
}

class SideTensorTest : public SideFilesTest {
 protected:
  // The tensor as it comes out of a model file beside shapes.bin.
  onnx::TensorProto Read(const onnx::TensorProto& tensor) {
    const std::string path = (folder_ / "m.onnx").string();
    Write(path, ModelWith(tensor).SerializeAsString());
    const auto skeleton = ReadSkeletonFile(path, ModelLimits());
    EXPECT_TRUE(skeleton.ok()) << MessageOf(skeleton.status());
    onnx::ModelProto model;
    EXPECT_TRUE(skeleton.ok() && model.ParseFromString(skeleton->bytes));
    return model.graph().initializer(0);
  }
  void ExpectUntouched(const onnx::TensorProto& tensor) {
    EXPECT_EQ(Read(tensor).SerializeAsString(), tensor.SerializeAsString())
        << tensor.ShortDebugString();
  }
};

TEST_F(SideTensorTest, ASmallShapeIsTakenIn) {
  onnx::TensorProto expected = SideTensor();
  expected.clear_external_data();
  expected.clear_data_location();
  expected.set_raw_data(content_.substr(8, 16));
  EXPECT_EQ(Read(SideTensor()).SerializeAsString(), expected.SerializeAsString());

  onnx::TensorProto ints = SideTensor();
  ints.set_data_type(onnx::TensorProto::INT32);
  ints.set_dims(0, 4);
  EXPECT_EQ(Read(ints).raw_data(), content_.substr(8, 4 * 4));
  onnx::TensorProto scalar = SideTensor();
  scalar.clear_dims();
  scalar.mutable_external_data()->RemoveLast();  // the extents say how long it is
  EXPECT_EQ(Read(scalar).raw_data(), content_.substr(8, 8));
}

TEST_F(SideTensorTest, TheDigestIsThatOfTheSameModelInOneFile) {
  const std::string path = (folder_ / "m.onnx").string();
  Write(path, ModelWith(SideTensor()).SerializeAsString());
  const auto two = ReadSkeletonFile(path, ModelLimits());
  const auto one =
      ReadSkeletonBytes(ModelWith(Read(SideTensor())).SerializeAsString(), path, ModelLimits());
  ASSERT_TRUE(two.ok() && one.ok());
  EXPECT_EQ(two->sha256_hex, one->sha256_hex);
}

TEST_F(SideTensorTest, AModelFromMemoryHasNoSideFiles) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const std::string bytes = ModelWith(SideTensor()).SerializeAsString();
  const auto skeleton = ReadSkeletonBytes(bytes, (folder_ / "m.onnx").string(), ModelLimits());
  fs::current_path(before);
  ASSERT_TRUE(skeleton.ok());
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(skeleton->bytes));
  EXPECT_EQ(model.SerializeAsString(), bytes);
}

TEST_F(SideTensorTest, AnythingElseStaysUnknown) {
  ExpectUntouched([] {
    onnx::TensorProto floats = SideTensor();
    floats.set_data_type(onnx::TensorProto::DOUBLE);
    return floats;
  }());
  onnx::TensorProto large = SideTensor();
  Write(folder_ / "shapes.bin", std::string(2000, 'x'));
  large.set_dims(0, 1024 / 8 + 1);
  large.mutable_external_data(2)->set_value("1032");
  ExpectUntouched(large);
  onnx::TensorProto overflowing = SideTensor();
  overflowing.set_dims(0, int64_t{1} << 61);
  overflowing.add_dims(8);
  ExpectUntouched(overflowing);
  onnx::TensorProto negative = SideTensor();
  negative.set_dims(0, -2);
  ExpectUntouched(negative);
  for (const auto& [entry, value] :
       {std::pair(0, "../secret.bin"), std::pair(0, "none.bin"), std::pair(0, "<dropped>"),
        std::pair(1, "1990"), std::pair(1, "-8"), std::pair(1, "eight"),
        std::pair(1, "99999999999999999999"), std::pair(2, "15"), std::pair(2, "24"),
        std::pair(2, "")}) {
    onnx::TensorProto tensor = SideTensor();
    tensor.mutable_external_data(entry)->set_value(value);
    ExpectUntouched(tensor);
  }
  onnx::TensorProto internal = SideTensor();
  internal.set_data_location(onnx::TensorProto::DEFAULT);
  ExpectUntouched(internal);
}

}  // namespace
}  // namespace roofline
