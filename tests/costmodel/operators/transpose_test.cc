#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TransposeTest, PermutesAxes) {
  const auto transpose = [](std::vector<int64_t> perm) {
    return OperatorCase("Transpose", 13)
        .In(DType::kFloat32, {2, 3, 4})
        .Ints("perm", std::move(perm))
        .Run();
  };
  EXPECT_EQ(transpose({1, 2, 0}).shape(), "3x4x2");
  EXPECT_EQ(transpose({}).shape(), "4x3x2");
  EXPECT_EQ(OperatorCase("Transpose", 1).In(DType::kFloat32, {2, 3}).Run().shape(), "3x2");
  EXPECT_EQ(OperatorCase("Transpose", 1).In(DType::kFloat32, {}).Run().shape(), "scalar");
  EXPECT_THAT(transpose({0, 1}).shape(), HasSubstr("perm [0, 1] is no permutation of 3 axes"));
  EXPECT_THAT(transpose({0, 1, 1}).shape(), HasSubstr("no permutation"));
  EXPECT_THAT(transpose({0, 1, 3}).shape(), HasSubstr("no permutation"));
  EXPECT_EQ(transpose({1, 2, 0}).work.TotalRead(), Count(4 * 2 * 3 * 4));
  EXPECT_EQ(transpose({1, 2, 0}).work.TotalWritten(), Count(4 * 2 * 3 * 4));
}

TEST(TransposeTest, MovesContent) {
  EXPECT_THAT(
      OperatorCase("Transpose", 13).InInts(DType::kInt64, {2, 3}, {1, 2, 3, 4, 5, 6}).Run().ints(),
      ElementsAre(1, 4, 2, 5, 3, 6));
}

}  // namespace
}  // namespace roofline::testing
