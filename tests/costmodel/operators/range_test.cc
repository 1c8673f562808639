#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

OperatorResult Integers(int64_t start, int64_t limit, int64_t delta) {
  return OperatorCase("Range", 11)
      .InInts(DType::kInt64, {}, {start})
      .InInts(DType::kInt64, {}, {limit})
      .InInts(DType::kInt64, {}, {delta})
      .Run();
}

OperatorResult Floats(double start, double limit, double delta) {
  return OperatorCase("Range", 27)
      .InFloats(DType::kFloat32, {}, {start})
      .InFloats(DType::kFloat32, {}, {limit})
      .InFloats(DType::kFloat32, {1}, {delta})
      .Run();
}

TEST(RangeTest, Integers) {
  EXPECT_THAT(Integers(3, 9, 3).ints(), ElementsAre(3, 6));
  EXPECT_THAT(Integers(3, 10, 3).ints(), ElementsAre(3, 6, 9));
  EXPECT_THAT(Integers(10, 4, -2).ints(), ElementsAre(10, 8, 6));
  EXPECT_EQ(Integers(10, 4, 2).shape(), "0");
  EXPECT_EQ(Integers(0, 5, 1).work.integer_ops, Count(5 * 2));
}

TEST(RangeTest, Floats) {
  EXPECT_THAT(Floats(0, 1, 0.25).floats(), ElementsAre(0, 0.25, 0.5, 0.75));
  EXPECT_EQ(Floats(0, 1, 0.1).shape(), "10");
  EXPECT_EQ(Floats(0, 1, 0.25).work.fmas, Count(4));
}

TEST(RangeTest, ExtremesDoNotOverflow) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Integers(kMin, kMax, kMax).shape(), "3");
  EXPECT_EQ(Integers(kMax, kMin, kMin).shape(), "2");
  EXPECT_THAT(Integers(kMin, kMax, 1).shape(), HasSubstr("has no length"));
  EXPECT_THAT(Integers(0, 1, 0).shape(), HasSubstr("has no length"));
  EXPECT_THAT(Floats(0, 1, 0).shape(), HasSubstr("has no length"));
  EXPECT_THAT(Floats(0, 1e30, 1e-30).shape(), HasSubstr("has no length"));
}

TEST(RangeTest, BoundsMustBeKnownNumbers) {
  EXPECT_THAT(OperatorCase("Range", 11)
                  .InInts(DType::kInt64, {}, {0})
                  .In(DType::kInt64, {})
                  .InInts(DType::kInt64, {}, {1})
                  .Run()
                  .shape(),
              HasSubstr("a bound of the range comes from input 1"));
  EXPECT_THAT(OperatorCase("Range", 11).In({0, 1}).In({3}).In({1}).Run().shape(),
              HasSubstr("expected start, limit and delta to be one number each"));
}

}  // namespace
}  // namespace roofline::testing
