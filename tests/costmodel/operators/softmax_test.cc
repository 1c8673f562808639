#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(SoftmaxTest, RowsAlongOneAxis) {
  const OperatorResult result =
      OperatorCase("Softmax", 13).Int("axis", 1).In(DType::kFloat32, {2, 5, 7}).Run();
  EXPECT_EQ(result.shape(), "2x5x7");
  const int64_t n = 2 * 5 * 7;
  const int64_t rows = 2 * 7;
  EXPECT_EQ(result.work.comparisons, Count(n - rows));
  EXPECT_EQ(result.work.arithmetic, Count(n + (n - rows) + n));
  EXPECT_EQ(result.work.transcendentals, Count(n));
}

TEST(SoftmaxTest, OldVersionsCutTheTensorIntoAMatrix) {
  const OperatorResult result = OperatorCase("Softmax", 11).In(DType::kFloat32, {2, 5, 7}).Run();
  EXPECT_EQ(result.work.comparisons, Count(2 * 5 * 7 - 2));
  EXPECT_EQ(OperatorCase("Softmax", 1).In(DType::kFloat32, {4}).Run().work.comparisons, Count(0));
}

TEST(SoftmaxTest, RelativesAndConflicts) {
  const OperatorResult log = OperatorCase("LogSoftmax", 13).In(DType::kFloat32, {3, 10}).Run();
  EXPECT_EQ(log.work.transcendentals, Count(3 * 10 + 3));
  const OperatorResult hard = OperatorCase("Hardmax", 13).In(DType::kFloat32, {3, 10}).Run();
  EXPECT_EQ(hard.work.comparisons, Count(3 * 10 - 3));
  EXPECT_EQ(hard.work.Flops(), Count(3 * 10 - 3));
  EXPECT_THAT(OperatorCase("Softmax", 13).Int("axis", 2).In(DType::kFloat32, {3, 10}).Run().shape(),
              HasSubstr("axis 2 is outside of [-2, 1]"));
  EXPECT_THAT(OperatorCase("Softmax", 11).Int("axis", 3).In(DType::kFloat32, {3, 10}).Run().shape(),
              HasSubstr("axis 3 is outside of [-2, 1]"));
  EXPECT_EQ(OperatorCase("Softmax", 13).In(DType::kFloat32, {0, 10}).Run().work.Flops(), Count(0));
}

}  // namespace
}  // namespace roofline::testing
