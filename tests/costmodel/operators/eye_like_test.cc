#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(EyeLikeTest, DiagonalAndType) {
  const OperatorResult result = OperatorCase("EyeLike", 9)
                                    .Int("dtype", static_cast<int64_t>(DType::kInt64))
                                    .Int("k", 1)
                                    .In(DType::kFloat32, {2, 3})
                                    .Run();
  EXPECT_EQ(result.shape(), "2x3");
  EXPECT_THAT(result.ints(), ElementsAre(0, 1, 0, 0, 0, 1));
  EXPECT_EQ(result.work.TotalRead(), Count(0));
  EXPECT_EQ(result.work.TotalWritten(), Count(2 * 3 * 8));
  EXPECT_THAT(OperatorCase("EyeLike", 22).In(DType::kFloat32, {1, 1}).Run().floats(),
              ElementsAre(1));
}

TEST(EyeLikeTest, ConflictsAndEmpty) {
  EXPECT_THAT(OperatorCase("EyeLike", 9).In(DType::kFloat32, {2}).Run().shape(),
              HasSubstr("expected a matrix"));
  EXPECT_THAT(OperatorCase("EyeLike", 9).Int("dtype", 77).In(DType::kFloat32, {2, 2}).Run().shape(),
              HasSubstr("attribute 'dtype' names no data type"));
  EXPECT_EQ(OperatorCase("EyeLike", 9).In(DType::kFloat32, {int64_t{1} << 40, 0}).Run().shape(),
            "1099511627776x0");
}

}  // namespace
}  // namespace roofline::testing
