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

}  // namespace
}  // namespace roofline
