#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;

TEST(VariadicTest, FoldsEveryOperand) {
  const auto fold = [](const std::string& op) {
    return OperatorCase(op, 13)
        .InFloats(DType::kFloat32, {2}, {1, 8})
        .InFloats(DType::kFloat32, {}, {5})
        .InFloats(DType::kFloat32, {1}, {3})
        .Run();
  };
  EXPECT_THAT(fold("Max").floats(), ElementsAre(5, 8));
  EXPECT_THAT(fold("Min").floats(), ElementsAre(1, 3));
  EXPECT_THAT(fold("Sum").floats(), ElementsAre(9, 16));
  EXPECT_THAT(fold("Mean").floats(), ElementsAre(3, static_cast<double>(16.0F / 3.0F)));
  EXPECT_EQ(fold("Max").work.comparisons, Count((3 - 1) * 2));
  EXPECT_EQ(fold("Sum").work.arithmetic, Count((3 - 1) * 2));
  EXPECT_EQ(fold("Mean").work.arithmetic, Count((3 - 1) * 2 + 2));
}

TEST(VariadicTest, OneOperandCostsNothing) {
  EXPECT_EQ(OperatorCase("Sum", 8).In(DType::kFloat32, {4}).Run().work.Flops(), Count(0));
}

TEST(VariadicTest, Integers) {
  EXPECT_THAT(OperatorCase("Max", 12).In({1, 9}).In({4}).Run().ints(), ElementsAre(4, 9));
}

TEST(VariadicTest, UnknownOperandLeavesTheResultUnknown) {
  EXPECT_EQ(OperatorCase("Max", 12).In({1}).InFact(Fact()).Run().shape(), "unknown");
}

}  // namespace
}  // namespace roofline::testing
