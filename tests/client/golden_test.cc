// What the client prints, to the byte. A file in golden/ is a command line and, below it, what the
// command prints; tests/client/refresh writes them anew.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/client/program.h"

namespace roofline::testing {
namespace {

constexpr std::string_view kPrompt = "$ roofline ";

std::vector<std::string> GoldenNames() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(ROOFLINE_SOURCE_DIR "/tests/client/golden")) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, PrintsTheSame) {
  std::ifstream file(ROOFLINE_SOURCE_DIR "/tests/client/golden/" + GetParam() + ".txt");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const size_t end_of_line = text.find('\n');
  ASSERT_TRUE(text.starts_with(kPrompt) && end_of_line != std::string::npos);
  const Outcome outcome =
      RunRooflineInShell(text.substr(kPrompt.size(), end_of_line - kPrompt.size()));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.out, text.substr(end_of_line + 1))
      << "where the change is meant: tests/client/refresh";
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTest, ::testing::ValuesIn(GoldenNames()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace roofline::testing
