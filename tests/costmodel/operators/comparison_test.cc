#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ComparisonTest, Content) {
  const auto compare = [](const std::string& op) {
    return OperatorCase(op, 19).In({1, 2, 3}).In({2}).Run().ints();
  };
  EXPECT_THAT(compare("Equal"), ElementsAre(0, 1, 0));
  EXPECT_THAT(compare("Greater"), ElementsAre(0, 0, 1));
  EXPECT_THAT(compare("GreaterOrEqual"), ElementsAre(0, 1, 1));
  EXPECT_THAT(compare("Less"), ElementsAre(1, 0, 0));
  EXPECT_THAT(compare("LessOrEqual"), ElementsAre(1, 1, 0));
  EXPECT_THAT(OperatorCase("Less", 13)
                  .InInts(DType::kUint64, {1}, {-1})
                  .InInts(DType::kUint64, {1}, {1})
                  .Run()
                  .ints(),
              ElementsAre(0));
}

TEST(ComparisonTest, FloatsAndBoolResult) {
  const OperatorResult result = OperatorCase("Greater", 7)
                                    .InFloats(DType::kFloat32, {2}, {0.5, 1.5})
                                    .InFloats(DType::kFloat32, {1}, {1})
                                    .Run();
  EXPECT_EQ(result.outputs[0].dtype, DType::kBool);
  EXPECT_THAT(result.ints(), ElementsAre(0, 1));
  EXPECT_EQ(result.work.comparisons, Count(2));
  EXPECT_EQ(result.work.TotalWritten(), Count(2));
}

TEST(ComparisonTest, Conflict) {
  EXPECT_THAT(OperatorCase("Equal", 11).In(DType::kInt32, {4}).In(DType::kInt32, {3}).Run().shape(),
              HasSubstr("shapes cannot be broadcast together"));
}

}  // namespace
}  // namespace roofline::testing
