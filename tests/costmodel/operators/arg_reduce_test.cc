#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ArgReduceTest, ShapeAndWork) {
  const OperatorResult kept =
      OperatorCase("ArgMax", 11).Int("axis", -1).In(DType::kFloat32, {2, 5}).Run();
  EXPECT_EQ(kept.shape(), "2x1");
  EXPECT_EQ(kept.outputs[0].dtype, DType::kInt64);
  EXPECT_EQ(kept.work.comparisons, Count(2 * 5 - 2));
  EXPECT_EQ(OperatorCase("ArgMin", 1).Int("keepdims", 0).In(DType::kFloat32, {2, 5}).Run().shape(),
            "5");
  EXPECT_THAT(OperatorCase("ArgMin", 13).Int("axis", 2).In(DType::kFloat32, {2, 5}).Run().shape(),
              HasSubstr("axis 2 is outside of [-2, 1]"));
}

TEST(ArgReduceTest, Content) {
  const auto arg = [](const std::string& op, int64_t axis, int64_t last) {
    return OperatorCase(op, 13)
        .Int("axis", axis)
        .Int("keepdims", 0)
        .Int("select_last_index", last)
        .InInts(DType::kInt64, {2, 3}, {5, 1, 5, 2, 2, 0})
        .Run()
        .ints();
  };
  EXPECT_THAT(arg("ArgMax", 1, 0), ElementsAre(0, 0));
  EXPECT_THAT(arg("ArgMax", 1, 1), ElementsAre(2, 1));
  EXPECT_THAT(arg("ArgMin", 1, 0), ElementsAre(1, 2));
  EXPECT_THAT(arg("ArgMax", 0, 0), ElementsAre(0, 1, 0));
}

TEST(ArgReduceTest, EmptyInput) {
  EXPECT_EQ(OperatorCase("ArgMax", 13).Int("axis", 1).In(DType::kFloat32, {0, 5}).Run().shape(),
            "0x1");
}

}  // namespace
}  // namespace roofline::testing
