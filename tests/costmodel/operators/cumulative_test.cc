#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CumulativeTest, Sums) {
  const auto sum = [](int64_t axis, int64_t exclusive, int64_t reverse) {
    return OperatorCase("CumSum", 14)
        .Int("exclusive", exclusive)
        .Int("reverse", reverse)
        .InInts(DType::kInt64, {2, 3}, {1, 2, 3, 4, 5, 6})
        .InInts(DType::kInt64, {}, {axis})
        .Run()
        .ints();
  };
  EXPECT_THAT(sum(1, 0, 0), ElementsAre(1, 3, 6, 4, 9, 15));
  EXPECT_THAT(sum(-2, 0, 0), ElementsAre(1, 2, 3, 5, 7, 9));
  EXPECT_THAT(sum(1, 1, 0), ElementsAre(0, 1, 3, 0, 4, 9));
  EXPECT_THAT(sum(1, 0, 1), ElementsAre(6, 5, 3, 15, 11, 6));
  EXPECT_THAT(sum(1, 1, 1), ElementsAre(5, 3, 0, 11, 6, 0));
}

TEST(CumulativeTest, ProductsAndWork) {
  const OperatorResult product = OperatorCase("CumProd", 26)
                                     .InFloats(DType::kFloat32, {3}, {2, 3, 4})
                                     .InInts(DType::kInt32, {}, {0})
                                     .Run();
  EXPECT_THAT(product.floats(), ElementsAre(2, 6, 24));
  EXPECT_EQ(product.work.arithmetic, Count(3));
}

TEST(CumulativeTest, AxisIsOneNumberInRange) {
  EXPECT_THAT(OperatorCase("CumSum", 11).In(DType::kFloat32, {3}).In({0, 0}).Run().shape(),
              HasSubstr("expected axis to be one number"));
  EXPECT_THAT(OperatorCase("CumSum", 11).In(DType::kFloat32, {3}).In({1}).Run().shape(),
              HasSubstr("axis 1 is outside of [-1, 0]"));
  EXPECT_EQ(OperatorCase("CumSum", 11).In(DType::kFloat32, {3}).In(DType::kInt64, {}).Run().shape(),
            "3");
}

}  // namespace
}  // namespace roofline::testing
