#include "tests/accuracy/bars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <optional>

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

TEST(Bars, HoldCalibratedErrorsToo) {
  EvaluatedSet set = Set("a", 0.3, 0.1);
  set.without_family = ErrorStatistics{.median = 0.08};
  EXPECT_THAT(WorseThanBars({set}, {{"a", {0.3, 0.1, std::nullopt, 0.05}}}),
              ElementsAre(HasSubstr("a, family unseen: median error 8.0 %, committed 5.0 %")));
  EXPECT_THAT(WorseThanBars({set}, {{"a", {0.3, 0.1}}}),
              ElementsAre(HasSubstr("a, family unseen: calibrated on one side only")));
}

TEST(Bars, MissNoSet) {
  EXPECT_THAT(WorseThanBars({Set("new", 0, 0)}, {{"old", {}}}),
              ElementsAre(HasSubstr("new: has no bar"), HasSubstr("old: has a bar")));
}

TEST(Bars, AreReadAsWritten) {
  const std::string path = (std::filesystem::path(::testing::TempDir()) / "bars.csv").string();
  EvaluatedSet set = Set("a, b", 0.305, 0.101);
  set.without_network = ErrorStatistics{.median = 0.042};
  WriteBars({set}, path);
  const Bars bars = ReadBars(path);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_NEAR(bars.at("a, b").floor, 0.305, 1e-9);
  EXPECT_NEAR(bars.at("a, b").expected, 0.101, 1e-9);
  EXPECT_NEAR(bars.at("a, b").without_network.value(), 0.042, 1e-9);
  EXPECT_EQ(bars.at("a, b").without_family, std::nullopt);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace roofline::accuracy
