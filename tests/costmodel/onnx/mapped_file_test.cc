#include "costmodel/onnx/mapped_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/onnx/wire_format.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

// A folder that goes away with its content.
class MappedFileTest : public ::testing::Test {
 protected:
  MappedFileTest() {
    std::string pattern = ::testing::TempDir() + "mapped_file_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~MappedFileTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string Write(const std::string& name, const std::string& content) const {
    std::ofstream(Path(name), std::ios::binary) << content;
    return Path(name);
  }

  std::string folder_;
};

TEST_F(MappedFileTest, HoldsTheContent) {
  auto file = MappedFile::Open(Write("a", "content"));
  ASSERT_TRUE(file.ok()) << MessageOf(file.status());
  EXPECT_EQ(file->bytes(), "content");
  const MappedFile moved = *std::move(file);
  EXPECT_EQ(moved.bytes(), "content");
}

TEST_F(MappedFileTest, SaysWhyAFileCannotBeRead) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  const struct {
    std::string path;
    Reason reason;
    std::string message;
  } cases[] = {
      {Path("none"), Reason::kFileNotFound, "no such file"},
      {Write("file", "x") + "/below", Reason::kFileNotFound, "no such file"},
      {folder_, Reason::kIoError, "is a directory"},
      {Write("empty", ""), Reason::kNotOnnx, "the file is empty"},
      {Path("pipe"), Reason::kIoError, "not a regular file"},
      {Path(std::string(300, 'n')), Reason::kIoError, "cannot be read"},
  };
  for (const auto& item : cases) {
    const auto file = MappedFile::Open(item.path);
    EXPECT_EQ(ReasonOf(file.status()), item.reason) << item.path;
    EXPECT_THAT(std::string(MessageOf(file.status())), HasSubstr(item.message));
    EXPECT_THAT(std::string(MessageOf(file.status())), ::testing::StartsWith(item.path));
  }
}

int64_t PeakKibibytes() {
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// A model with one weight of 3 GiB, which protobuf cannot parse. The weight is a hole in the file.
TEST_F(MappedFileTest, AModelOver2GiBIsReadWithoutItsWeights) {
  constexpr uint64_t kWeight = uint64_t{3} << 30;
  std::string tensor;
  AppendHeader({1, WireType::kVarint, kWeight}, tensor);
  AppendHeader({9, WireType::kLength, kWeight}, tensor);
  std::string before_tensor;
  AppendHeader({5, WireType::kLength, tensor.size() + kWeight}, before_tensor);
  std::string after;
  AppendBytesField(2, "graph name", after);
  std::string start;
  AppendHeader({1, WireType::kVarint, 8}, start);
  AppendHeader(
      {7, WireType::kLength, before_tensor.size() + tensor.size() + kWeight + after.size()}, start);
  start += before_tensor + tensor;

  const std::string path = Write("large.onnx", start);
  const int fd = open(path.c_str(), O_WRONLY);
  const auto end = static_cast<off_t>(start.size() + kWeight);
  ASSERT_EQ(pwrite(fd, after.data(), after.size(), end), static_cast<ssize_t>(after.size()));
  close(fd);

  const int64_t peak_before = PeakKibibytes();
  const auto skeleton = ReadSkeletonFile(path, ModelLimits());
  ASSERT_TRUE(skeleton.ok()) << MessageOf(skeleton.status());
  EXPECT_LT(PeakKibibytes() - peak_before, 16 * 1024);
  EXPECT_EQ(skeleton->dropped_payload_bytes, static_cast<int64_t>(kWeight));
  EXPECT_EQ(skeleton->original_bytes, end + static_cast<int64_t>(after.size()));
  EXPECT_LT(skeleton->bytes.size(), 200U);
  EXPECT_THAT(skeleton->bytes, HasSubstr("graph name"));
}

}  // namespace
}  // namespace roofline
