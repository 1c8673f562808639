#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(UniqueTest, SortedByDefault) {
  const OperatorResult unique = OperatorCase("Unique", 11).In({3, 1, 3, 2}).Outputs(4).Run();
  EXPECT_THAT(unique.ints(0), ElementsAre(1, 2, 3));
  EXPECT_THAT(unique.ints(1), ElementsAre(1, 3, 0));
  EXPECT_THAT(unique.ints(2), ElementsAre(2, 0, 2, 1));
  EXPECT_THAT(unique.ints(3), ElementsAre(1, 1, 2));
  EXPECT_EQ(unique.work.comparisons, Count(4 * 2));  // 4 elements, log2(4) = 2
}

TEST(UniqueTest, InOrderOfAppearance) {
  const OperatorResult unique =
      OperatorCase("Unique", 11).In({3, 1, 3}).Int("sorted", 0).Outputs(4).Run();
  EXPECT_THAT(unique.ints(0), ElementsAre(3, 1));
  EXPECT_THAT(unique.ints(2), ElementsAre(0, 1, 0));
}

TEST(UniqueTest, UnknownContentIsBounded) {
  const OperatorResult unique =
      OperatorCase("Unique", 11).In(DType::kFloat32, {4, 3}).Int("axis", 1).Outputs(4).Run();
  EXPECT_EQ(unique.shape(0), "4x3");
  EXPECT_EQ(unique.shape(1), "3");
  EXPECT_EQ(unique.outputs[0].mark, Mark::kBounded);
  EXPECT_EQ(unique.outputs[2].mark, Mark::kExact);  // one entry per slice, whatever they hold
  EXPECT_EQ(OperatorCase("Unique", 11).In(DType::kFloat32, {4, 3}).Run().shape(), "12");
  EXPECT_THAT(OperatorCase("Unique", 11).In(DType::kFloat32, {4}).Int("axis", 1).Run().shape(),
              HasSubstr("axis 1 is outside"));
}

}  // namespace
}  // namespace roofline::testing
