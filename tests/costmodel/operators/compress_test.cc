#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CompressTest, KnownConditionIsExact) {
  const OperatorResult rows = OperatorCase("Compress", 11)
                                  .InInts(DType::kInt64, {3, 2}, {1, 2, 3, 4, 5, 6})
                                  .InInts(DType::kBool, {2}, {0, 1})
                                  .Int("axis", 0)
                                  .Run();
  EXPECT_EQ(rows.shape(), "1x2");
  EXPECT_EQ(rows.outputs[0].mark, Mark::kExact);
  EXPECT_THAT(rows.ints(), ElementsAre(3, 4));
  EXPECT_THAT(OperatorCase("Compress", 11)
                  .InInts(DType::kInt64, {3, 2}, {1, 2, 3, 4, 5, 6})
                  .InInts(DType::kBool, {5}, {0, 1, 0, 0, 1})
                  .Run()
                  .ints(),
              ElementsAre(2, 5));
}

TEST(CompressTest, UnknownConditionIsBounded) {
  const OperatorResult rows = OperatorCase("Compress", 9)
                                  .In(DType::kFloat32, {3, 2})
                                  .In(DType::kBool, {2})
                                  .Int("axis", 0)
                                  .Run();
  EXPECT_EQ(rows.shape(), "2x2");
  EXPECT_EQ(rows.outputs[0].mark, Mark::kBounded);
  EXPECT_THAT(
      OperatorCase("Compress", 9).In(DType::kFloat32, {3}).In(DType::kBool, {1, 3}).Run().shape(),
      HasSubstr("condition of rank 1"));
}

TEST(NonZeroTest, ListsIndicesByAxis) {
  const OperatorResult found =
      OperatorCase("NonZero", 13).InInts(DType::kBool, {2, 2}, {1, 0, 1, 1}).Run();
  EXPECT_EQ(found.shape(), "2x3");
  EXPECT_THAT(found.ints(), ElementsAre(0, 1, 1, 0, 0, 1));
  EXPECT_EQ(found.outputs[0].mark, Mark::kExact);
  EXPECT_EQ(found.work.comparisons, Count(2 * 2));
}

TEST(NonZeroTest, UnknownContentIsBounded) {
  const auto unknown = [](int opset, Shape x) {
    return OperatorCase("NonZero", opset).In(DType::kFloat32, std::move(x)).Run();
  };
  EXPECT_EQ(unknown(13, {2, 5}).shape(), "2x10");
  EXPECT_EQ(unknown(13, {2, 5}).outputs[0].mark, Mark::kBounded);
  EXPECT_EQ(unknown(13, {}).shape(), "0x1");
  EXPECT_EQ(unknown(9, {}).shape(), "1x1");
  EXPECT_THAT(unknown(13, {int64_t{1} << 40, int64_t{1} << 40}).shape(), HasSubstr("overflows"));
}

}  // namespace
}  // namespace roofline::testing
