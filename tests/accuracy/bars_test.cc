#include "tests/accuracy/bars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

namespace roofline::accuracy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

EvaluatedSet Set(const std::string& name, double floor, double expected) {
  return {.name = name, .cases = {}, .floor = {.median = floor}, .expected = {.median = expected}};
}

TEST(Bars, AllowAPointAndNoMore) {
  const Bars bars = {{"a, b", {0.30, 0.10}}};
  EXPECT_THAT(WorseThanBars({Set("a, b", 0.309, 0.02)}, bars), IsEmpty());
  EXPECT_THAT(WorseThanBars({Set("a, b", 0.30, 0.115)}, bars),
              ElementsAre(HasSubstr("a, b, expected: median error 11.5 %, committed 10.0 %")));
}

TEST(Bars, MissNoSet) {
  EXPECT_THAT(WorseThanBars({Set("new", 0, 0)}, {{"old", {}}}),
              ElementsAre(HasSubstr("new: has no bar"), HasSubstr("old: has a bar")));
}

TEST(Bars, AreReadAsWritten) {
  const std::string path = (std::filesystem::path(::testing::TempDir()) / "bars.csv").string();
  WriteBars({Set("a, b", 0.305, 0.101)}, path);
  const Bars bars = ReadBars(path);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_NEAR(bars.at("a, b").floor, 0.305, 1e-9);
  EXPECT_NEAR(bars.at("a, b").expected, 0.101, 1e-9);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace roofline::accuracy
