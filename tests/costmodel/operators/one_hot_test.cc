#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

OperatorCase Indices(int64_t axis) {
  return std::move(OperatorCase("OneHot", 11).Int("axis", axis).In({0, 2, -1}));
}

TEST(OneHotTest, ShapeAndContent) {
  const OperatorResult last = Indices(-1).InInts(DType::kInt64, {}, {3}).In({0, 1}).Run();
  EXPECT_EQ(last.shape(), "3x3");
  EXPECT_THAT(last.ints(), ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 1));
  const OperatorResult first =
      Indices(0).InFloats(DType::kFloat32, {1}, {3}).InFloats(DType::kFloat32, {2}, {0, 5}).Run();
  EXPECT_EQ(first.outputs[0].dtype, DType::kFloat32);
  EXPECT_THAT(first.floats(), ElementsAre(5, 0, 0, 0, 0, 0, 0, 5, 5));
  EXPECT_EQ(first.work.Flops(), Count(0));
  EXPECT_EQ(
      OperatorCase("OneHot", 9).In({1}).InInts(DType::kInt64, {}, {0}).In({0, 1}).Run().shape(),
      "1x0");
}

TEST(OneHotTest, Conflicts) {
  EXPECT_THAT(Indices(-1).In(DType::kInt64, {}).In({0, 1}).Run().shape(),
              HasSubstr("the depth comes from input 1"));
  EXPECT_THAT(Indices(2).In({3}).In({0, 1}).Run().shape(),
              HasSubstr("axis 2 is outside of [-2, 1]"));
  EXPECT_THAT(Indices(0).In({-3}).In({0, 1}).Run().shape(), HasSubstr("depth is -3"));
  EXPECT_THAT(Indices(0).In({3}).In({0}).Run().shape(),
              HasSubstr("expected values to be [off, on]"));
  EXPECT_THAT(Indices(0).In({3, 3}).In({0, 1}).Run().shape(),
              HasSubstr("expected depth to be one number"));
}

}  // namespace
}  // namespace roofline::testing
