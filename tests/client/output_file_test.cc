#include "client/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() { std::filesystem::create_directories(folder_); }
  ~OutputFileTest() override { std::filesystem::remove_all(folder_); }

  std::string In(const std::string& name) const { return (folder_ / name).string(); }
  static std::string Content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("roofline_output_" + std::to_string(getpid()));
};

TEST_F(OutputFileTest, TheCheckLeavesAFileAsItIs) {
  ASSERT_TRUE(WriteFile(In("old.txt"), "old").ok());
  EXPECT_TRUE(CheckWritable(In("old.txt")).ok());
  EXPECT_EQ(Content(In("old.txt")), "old");
  EXPECT_TRUE(CheckWritable(In("new.txt")).ok());
  EXPECT_FALSE(std::filesystem::exists(In("new.txt")));
}

TEST_F(OutputFileTest, WritingReplacesTheContent) {
  ASSERT_TRUE(WriteFile(In("a.txt"), "a longer text").ok());
  ASSERT_TRUE(WriteFile(In("a.txt"), "short").ok());
  EXPECT_EQ(Content(In("a.txt")), "short");
}

TEST_F(OutputFileTest, WhatCannotBeWrittenSaysWhy) {
  const absl::Status folder = CheckWritable(folder_.string());
  EXPECT_EQ(ReasonOf(folder), Reason::kIoError);
  EXPECT_THAT(std::string(MessageOf(folder)), HasSubstr("it is a folder; name a file"));
  const absl::Status nowhere = CheckWritable(In("none/a.txt"));
  EXPECT_EQ(ReasonOf(nowhere), Reason::kIoError);
  EXPECT_THAT(std::string(MessageOf(nowhere)), HasSubstr("there is no folder " + In("none")));
  EXPECT_EQ(ReasonOf(WriteFile(In("none/a.txt"), "")), Reason::kIoError);
}

}  // namespace
}  // namespace roofline
