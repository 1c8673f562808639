#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(BitwiseTest, Content) {
  const auto bits = [](const std::string& op, std::vector<int64_t> a, std::vector<int64_t> b) {
    return OperatorCase(op, 18).In(std::move(a)).In(std::move(b)).Run().ints();
  };
  EXPECT_THAT(bits("BitwiseAnd", {12, -1}, {10}), ElementsAre(8, 10));
  EXPECT_THAT(bits("BitwiseOr", {12}, {10}), ElementsAre(14));
  EXPECT_THAT(bits("BitwiseXor", {12}, {10}), ElementsAre(6));
  EXPECT_THAT(OperatorCase("BitwiseNot", 18).InInts(DType::kUint8, {1}, {1}).Run().ints(),
              ElementsAre(254));
  EXPECT_EQ(OperatorCase("BitwiseNot", 18).In({1, 2}).Run().work.integer_ops, Count(2));
}

TEST(BitwiseTest, Shift) {
  const auto shift = [](const std::string& direction, int64_t by) {
    return OperatorCase("BitShift", 11)
        .String("direction", direction)
        .InInts(DType::kUint8, {2}, {1, 128})
        .InInts(DType::kUint8, {}, {by})
        .Run();
  };
  EXPECT_THAT(shift("LEFT", 1).ints(), ElementsAre(2, 0));
  EXPECT_THAT(shift("RIGHT", 7).ints(), ElementsAre(0, 1));
  EXPECT_THAT(shift("LEFT", 200).ints(), ElementsAre(0, 0));
  EXPECT_EQ(shift("LEFT", 1).work.integer_ops, Count(2));
  EXPECT_THAT(shift("UP", 1).shape(), HasSubstr("expected \"LEFT\" or \"RIGHT\""));
}

}  // namespace
}  // namespace roofline::testing
