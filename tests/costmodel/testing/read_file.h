#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_READ_FILE_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_READ_FILE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace roofline::testing {

// The bytes of a file; a failure, and no bytes, when it cannot be read.
inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_READ_FILE_H_
