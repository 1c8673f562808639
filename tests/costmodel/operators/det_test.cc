#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(DetTest, Elimination) {
  const OperatorResult result = OperatorCase("Det", 11).In(DType::kFloat32, {5, 3, 3}).Run();
  EXPECT_EQ(result.shape(), "5");
  EXPECT_EQ(result.work.fmas, Count(5 * (2 * 2 + 1 * 1)));
  EXPECT_EQ(result.work.arithmetic, Count(5 * ((2 + 1) + 2)));
}

TEST(DetTest, EmptyHugeAndConflict) {
  EXPECT_EQ(OperatorCase("Det", 22).In(DType::kFloat32, {0, 0}).Run().work.Flops(), Count(0));
  EXPECT_FALSE(OperatorCase("Det", 22)
                   .In(DType::kFloat32, {int64_t{1} << 30, int64_t{1} << 30})
                   .Run()
                   .status.ok());
  EXPECT_THAT(OperatorCase("Det", 11).In(DType::kFloat32, {2, 3}).Run().shape(),
              HasSubstr("expected square matrices"));
}

}  // namespace
}  // namespace roofline::testing
