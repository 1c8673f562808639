#include "costmodel/prediction/utilisation.h"

#include <gtest/gtest.h>

namespace roofline {
namespace {

TEST(CoreUtilisation, IsHalfWithHalfFullCores) {
  EXPECT_DOUBLE_EQ(CoreUtilisation({.m = 28, .n = 5700}, 28, 5700), 0.5);
  EXPECT_DOUBLE_EQ(CoreUtilisation({.batch = 3, .m = 28, .n = 5700}, 28, 5700), 0.75);
}

TEST(CoreUtilisation, DoesNotDependOnTheSum) {
  EXPECT_DOUBLE_EQ(CoreUtilisation({.m = 7, .n = 11, .k = 1}, 80, 1700),
                   CoreUtilisation({.m = 7, .n = 11, .k = 4096}, 80, 1700));
}

TEST(CoreUtilisation, NearsOneForLargeProducts) {
  // 1e8 outputs against 80 * 1700 = 1.36e5.
  EXPECT_NEAR(CoreUtilisation({.m = 10'000, .n = 10'000}, 80, 1700), 1, 0.002);
}

TEST(LineUtilisation, IsHalfWithHalfTheLengthAndHalfTheFilters) {
  EXPECT_DOUBLE_EQ(LineUtilisation(10, 30, 10, 10), 0.5 * 0.75);
  EXPECT_DOUBLE_EQ(LineUtilisation(450, 1, 150, 0), 0.75);
}

TEST(LineUtilisation, TakesNothingFromLongWideLines) {
  EXPECT_NEAR(LineUtilisation(16'000, 4096, 10, 10), 1, 0.004);
}

}  // namespace
}  // namespace roofline
