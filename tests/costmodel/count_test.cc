#include "costmodel/count.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace roofline {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(CountTest, PlainArithmetic) {
  EXPECT_EQ((Count(2) * 10 * 30 * 5).value(), 3000);
  EXPECT_EQ((Count(7) + 3 - 4).value(), 6);
  EXPECT_EQ((Count(7) / 2).value(), 3);
  EXPECT_EQ(CeilDiv(7, 2).value(), 4);
}

TEST(CountTest, OverflowIsRememberedThroughLaterArithmetic) {
  EXPECT_FALSE((Count(kMax) + 1).ok());
  EXPECT_FALSE((Count(kMax) * 2).ok());
  EXPECT_FALSE((Count(kMax) * 2 / 2 + 1).ok());
  EXPECT_TRUE((Count(kMax) * 1).ok());
  EXPECT_FALSE(Max(Count(1), Count::Overflow()).ok());
}

TEST(CountTest, NegativeResultsAndDivisionByZeroAreNotOk) {
  EXPECT_FALSE((Count(3) - 4).ok());
  EXPECT_FALSE(Count(-1).ok());
  EXPECT_FALSE((Count(3) / 0).ok());
}

}  // namespace
}  // namespace roofline
