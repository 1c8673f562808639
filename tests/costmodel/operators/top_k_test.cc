#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TopKTest, KFromAttributeOrInput) {
  EXPECT_EQ(
      OperatorCase("TopK", 1).In(DType::kFloat32, {2, 10}).Int("k", 3).Outputs(2).Run().shape(),
      "2x3");
  const auto top = [](int64_t k) {
    return OperatorCase("TopK", 11)
        .In(DType::kFloat32, {2, 10})
        .In({k})
        .Int("axis", 1)
        .Outputs(2)
        .Run();
  };
  EXPECT_EQ(top(4).shape(1), "2x4");
  EXPECT_EQ(top(4).outputs[1].dtype, DType::kInt64);
  EXPECT_EQ(top(0).shape(), "2x0");
  EXPECT_THAT(top(11).shape(), HasSubstr("k is 11 for an axis of 10"));
  EXPECT_THAT(top(-1).shape(), HasSubstr("k is -1"));
  EXPECT_EQ(top(4).work.comparisons, Count(2 * 10 * (2 + 1)));  // log2(4) = 2
}

TEST(TopKTest, UnknownKIsBoundedByTheAxis) {
  const OperatorResult top =
      OperatorCase("TopK", 10).In(DType::kFloat32, {2, 10}).In(DType::kInt64, {1}).Outputs(2).Run();
  EXPECT_EQ(top.shape(), "2x10");
  EXPECT_EQ(top.outputs[0].mark, Mark::kBounded);
}

TEST(TopKTest, PicksContentWithTheLowerIndexFirst) {
  const OperatorResult top = OperatorCase("TopK", 11).In({5, 9, 5, 7}).In({3}).Outputs(2).Run();
  EXPECT_THAT(top.ints(0), ElementsAre(9, 7, 5));
  EXPECT_THAT(top.ints(1), ElementsAre(1, 3, 0));
  const OperatorResult columns = OperatorCase("TopK", 11)
                                     .InInts(DType::kInt64, {2, 2}, {1, 4, 3, 2})
                                     .In({1})
                                     .Int("axis", 0)
                                     .Int("largest", 0)
                                     .Outputs(2)
                                     .Run();
  EXPECT_THAT(columns.ints(0), ElementsAre(1, 2));
  EXPECT_THAT(columns.ints(1), ElementsAre(0, 1));
}

}  // namespace
}  // namespace roofline::testing
