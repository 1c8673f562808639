#include "tests/accuracy/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace roofline::accuracy {
namespace {

TEST(ErrorStatistics, OfSomeCases) {
  // Errors: 0, 5, 15 and 100 %.
  const ErrorStatistics s = Compare({1, 1.9, 3.45, 8}, {1, 2, 3, 4});
  EXPECT_EQ(s.n, 4U);
  EXPECT_NEAR(s.mean, (0 + 0.05 + 0.15 + 1) / 4, 1e-12);
  EXPECT_NEAR(s.median, (0.05 + 0.15) / 2, 1e-12);
  EXPECT_EQ(s.within_10_percent, 2.0 / 4);
  EXPECT_EQ(s.within_20_percent, 3.0 / 4);
  EXPECT_EQ(s.rank_correlation, 1.0);
}

TEST(ErrorStatistics, MedianOfAnOddNumber) {
  EXPECT_NEAR(Compare({1.5, 1.1, 1.3}, {1, 1, 1}).median, 0.3, 1e-12);
}

TEST(ErrorStatistics, RanksEqualValuesAlike) {
  // Ranks 0.5, 0.5, 2 against 0, 1, 2: 1.5 / sqrt(1.5 * 2).
  EXPECT_NEAR(*Compare({1, 1, 5}, {1, 2, 3}).rank_correlation, 0.8660254, 1e-6);
  EXPECT_EQ(Compare({3, 2, 1}, {1, 2, 3}).rank_correlation, -1.0);
  EXPECT_FALSE(Compare({2, 2}, {1, 2}).rank_correlation.has_value());
}

TEST(ErrorStatistics, OfNothing) { EXPECT_EQ(Compare({}, {}).n, 0U); }

}  // namespace
}  // namespace roofline::accuracy
