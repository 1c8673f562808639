#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct UnaryCase {
  std::string op;
  int opset;
  double x;
  double y;
  bool transcendental;
};

TEST(UnaryMathTest, OneFunctionPerElement) {
  const UnaryCase cases[] = {
      {"Abs", 1, -2, 2, false},         {"Abs", 13, -2, 2, false},
      {"Ceil", 6, 1.25, 2, false},      {"Floor", 13, -1.25, -2, false},
      {"Neg", 6, 3, -3, false},         {"Reciprocal", 13, 4, 0.25, false},
      {"Round", 11, 2.5, 2, false},     {"Round", 22, 3.5, 4, false},
      {"Sign", 13, -7, -1, false},      {"Sqrt", 6, 9, 3, false},
      {"Acos", 7, 1, 0, true},          {"Acosh", 22, 1, 0, true},
      {"Asin", 22, 0, 0, true},         {"Asinh", 9, 0, 0, true},
      {"Atan", 7, 0, 0, true},          {"Atanh", 9, 0, 0, true},
      {"Cos", 22, 0, 1, true},          {"Cosh", 9, 0, 1, true},
      {"Erf", 9, 0, 0, true},           {"Exp", 13, 0, 1, true},
      {"Log", 6, 1, 0, true},           {"Sin", 7, 0, 0, true},
      {"Sinh", 22, 0, 0, true},         {"Tan", 7, 0, 0, true},
      {"Tanh", 13, kInfinity, 1, true},
  };
  for (const UnaryCase& c : cases) {
    SCOPED_TRACE(c.op);
    const OperatorResult result =
        OperatorCase(c.op, c.opset).InFloats(DType::kFloat32, {1, 3}, {c.x, c.x, c.x}).Run();
    EXPECT_EQ(result.shape(), "1x3");
    EXPECT_EQ(result.outputs[0].dtype, DType::kFloat32);
    EXPECT_THAT(result.floats(), ElementsAre(c.y, c.y, c.y));
    EXPECT_EQ(result.work.transcendentals, Count(c.transcendental ? 3 : 0));
    EXPECT_EQ(result.work.arithmetic, Count(c.transcendental ? 0 : 3));
    EXPECT_EQ(result.work.TotalRead(), Count(3 * 4));
  }
}

TEST(UnaryMathTest, IntegersStayIntegers) {
  const OperatorResult neg = OperatorCase("Neg", 13).InInts(DType::kInt8, {3}, {1, -128, 0}).Run();
  EXPECT_THAT(neg.ints(), ElementsAre(-1, -128, 0));
  EXPECT_EQ(neg.work.integer_ops, Count(3));
  EXPECT_EQ(neg.work.Flops(), Count(0));
  EXPECT_THAT(OperatorCase("Abs", 13).In({-4, std::numeric_limits<int64_t>::min()}).Run().ints(),
              ElementsAre(4, std::numeric_limits<int64_t>::min()));
  EXPECT_THAT(OperatorCase("Sign", 9).In({-4, 0, 9}).Run().ints(), ElementsAre(-1, 0, 1));
}

TEST(UnaryMathTest, ResultsAreRoundedToTheType) {
  EXPECT_THAT(OperatorCase("Sqrt", 13).InFloats(DType::kFloat32, {}, {2}).Run().floats(),
              ElementsAre(static_cast<double>(std::sqrt(2.0F))));
}

TEST(UnaryMathTest, PredicatesGiveBools) {
  const OperatorResult nan =
      OperatorCase("IsNaN", 20).InFloats(DType::kFloat16, {3}, {1, NAN, kInfinity}).Run();
  EXPECT_EQ(nan.outputs[0].dtype, DType::kBool);
  EXPECT_THAT(nan.ints(), ElementsAre(0, 1, 0));
  EXPECT_EQ(nan.work.comparisons, Count(3));
  EXPECT_EQ(nan.work.TotalWritten(), Count(3));
  EXPECT_THAT(OperatorCase("IsInf", 10)
                  .Int("detect_negative", 0)
                  .InFloats(DType::kFloat32, {3}, {1, -kInfinity, kInfinity})
                  .Run()
                  .ints(),
              ElementsAre(0, 0, 1));
}

TEST(UnaryMathTest, EmptyAndHuge) {
  const OperatorResult empty = OperatorCase("Exp", 13).In(DType::kFloat32, {0, 7}).Run();
  EXPECT_EQ(empty.shape(), "0x7");
  EXPECT_EQ(empty.work.transcendentals, Count(0));
  const int64_t huge = int64_t{1} << 40;
  EXPECT_EQ(OperatorCase("Exp", 13).In(DType::kFloat32, {huge}).Run().work.transcendentals,
            Count(huge));
  EXPECT_FALSE(OperatorCase("Exp", 13).In(DType::kFloat32, {huge, huge}).Run().status.ok());
}

}  // namespace
}  // namespace roofline::testing
