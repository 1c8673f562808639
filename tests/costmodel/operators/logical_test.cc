#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;

TEST(LogicalTest, Content) {
  const auto logical = [](const std::string& op) {
    return OperatorCase(op, 7)
        .InInts(DType::kBool, {2, 2}, {0, 0, 1, 1})
        .InInts(DType::kBool, {2}, {0, 1})
        .Run()
        .ints();
  };
  EXPECT_THAT(logical("And"), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(logical("Or"), ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(logical("Xor"), ElementsAre(0, 1, 1, 0));
  const OperatorResult inverse = OperatorCase("Not", 1).InInts(DType::kBool, {2}, {0, 1}).Run();
  EXPECT_THAT(inverse.ints(), ElementsAre(1, 0));
  EXPECT_EQ(inverse.work.integer_ops, Count(2));
}

}  // namespace
}  // namespace roofline::testing
