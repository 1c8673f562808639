#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ConcatTest, AddsUpOneAxis) {
  const auto concat = [](Shape a, Shape b, int64_t axis) {
    return OperatorCase("Concat", 13)
        .In(DType::kFloat32, std::move(a))
        .In(DType::kFloat32, std::move(b))
        .Int("axis", axis)
        .Run();
  };
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(concat({2, 3}, {2, 5}, 1).shape(), "2x8");
  EXPECT_EQ(concat({2, 3}, {4, 3}, -2).shape(), "6x3");
  EXPECT_EQ(concat({2, 0}, {2, 5}, 1).shape(), "2x5");
  EXPECT_THAT(concat({2, 3}, {3, 3}, 1).shape(), HasSubstr("input 1 (3x3) differs from input 0"));
  EXPECT_THAT(concat({2, 3}, {3}, 0).shape(), HasSubstr("differs"));
  EXPECT_THAT(concat({2, 3}, {2, 3}, 2).shape(), HasSubstr("axis 2 is outside"));
  EXPECT_THAT(concat({kMost}, {1}, 0).shape(), HasSubstr("overflows"));
  EXPECT_EQ(concat({2, 3}, {2, 5}, 1).work.TotalRead(), Count(4 * (2 * 3 + 2 * 5)));
}

TEST(ConcatTest, FirstVersionDefaultsToAxisOne) {
  const auto concat = [](int opset) {
    return OperatorCase("Concat", opset)
        .In(DType::kFloat32, {2, 3})
        .In(DType::kFloat32, {2, 3})
        .Run()
        .shape();
  };
  EXPECT_EQ(concat(1), "2x6");
  EXPECT_THAT(concat(4), HasSubstr("expected an axis"));
}

TEST(ConcatTest, JoinsContent) {
  EXPECT_THAT(OperatorCase("Concat", 13).In({1}).In({}).In({2, 3}).Int("axis", 0).Run().ints(),
              ElementsAre(1, 2, 3));
  EXPECT_THAT(OperatorCase("Concat", 13)
                  .InFloats(DType::kFloat32, {2, 1}, {1, 2})
                  .InFloats(DType::kFloat32, {2, 2}, {3, 4, 5, 6})
                  .Int("axis", 1)
                  .Run()
                  .floats(),
              ElementsAre(1, 3, 4, 2, 5, 6));
}

}  // namespace
}  // namespace roofline::testing
