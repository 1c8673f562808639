#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ClipTest, BoundsAreAttributesThenInputs) {
  const OperatorResult old = OperatorCase("Clip", 6)
                                 .Float("min", 0)
                                 .Float("max", 6)
                                 .InFloats(DType::kFloat32, {3}, {-1, 3, 9})
                                 .Run();
  EXPECT_THAT(old.floats(), ElementsAre(0, 3, 6));
  EXPECT_EQ(old.work.comparisons, Count(2 * 3));
  const OperatorResult lower = OperatorCase("Clip", 11)
                                   .InFloats(DType::kFloat32, {3}, {-1, 3, 9})
                                   .InFloats(DType::kFloat32, {}, {0})
                                   .None()
                                   .Run();
  EXPECT_THAT(lower.floats(), ElementsAre(0, 3, 9));
  EXPECT_EQ(lower.work.comparisons, Count(3));
  EXPECT_THAT(OperatorCase("Clip", 12)
                  .In({-5, 50})
                  .InInts(DType::kInt64, {}, {0})
                  .InInts(DType::kInt64, {1}, {10})
                  .Run()
                  .ints(),
              ElementsAre(0, 10));
}

TEST(ClipTest, EachBoundIsOneNumber) {
  EXPECT_THAT(
      OperatorCase("Clip", 13).In(DType::kFloat32, {3}).In(DType::kFloat32, {2}).Run().shape(),
      HasSubstr("expected min and max to be one number each"));
}

}  // namespace
}  // namespace roofline::testing
