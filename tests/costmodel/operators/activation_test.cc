#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;

struct ActivationCase {
  std::string op;
  int opset;
  double x;
  double y;
  int64_t fmas;
  int64_t arithmetic;
  int64_t comparisons;
  int64_t transcendentals;
};

TEST(ActivationTest, ValueAndWorkPerElement) {
  const ActivationCase cases[] = {
      {"Celu", 12, 2, 2, 0, 4, 2, 1},          {"Celu", 28, 0, 0, 0, 4, 2, 1},
      {"Elu", 22, 3, 3, 0, 2, 1, 1},           {"HardSigmoid", 6, 9, 1, 1, 0, 2, 0},
      {"HardSwish", 14, 6, 6, 1, 1, 2, 0},     {"HardSwish", 22, -3, 0, 1, 1, 2, 0},
      {"LeakyRelu", 16, 2, 2, 0, 1, 1, 0},     {"Mish", 18, 0, 0, 0, 2, 0, 3},
      {"Relu", 1, -1, 0, 0, 0, 1, 0},          {"Relu", 14, 5, 5, 0, 0, 1, 0},
      {"Selu", 6, 0, 0, 0, 3, 1, 1},           {"Shrink", 9, 2, 2, 0, 1, 2, 0},
      {"Shrink", 9, 0.25, 0, 0, 1, 2, 0},      {"Sigmoid", 13, 0, 0.5, 0, 2, 0, 1},
      {"Softplus", 1, 1000, 1000, 0, 1, 0, 2}, {"Softsign", 22, 1, 0.5, 0, 3, 0, 0},
      {"Swish", 24, 0, 0, 0, 4, 0, 1},         {"ThresholdedRelu", 10, 1, 0, 0, 0, 1, 0},
  };
  for (const ActivationCase& c : cases) {
    SCOPED_TRACE(c.op);
    const OperatorResult result =
        OperatorCase(c.op, c.opset).InFloats(DType::kFloat32, {2, 1}, {c.x, c.x}).Run();
    EXPECT_EQ(result.shape(), "2x1");
    EXPECT_THAT(result.floats(), ElementsAre(c.y, c.y));
    EXPECT_EQ(result.work.fmas, Count(2 * c.fmas));
    EXPECT_EQ(result.work.arithmetic, Count(2 * c.arithmetic));
    EXPECT_EQ(result.work.comparisons, Count(2 * c.comparisons));
    EXPECT_EQ(result.work.transcendentals, Count(2 * c.transcendentals));
  }
}

TEST(ActivationTest, AttributesCount) {
  EXPECT_THAT(OperatorCase("LeakyRelu", 6)
                  .Float("alpha", 0.5)
                  .InFloats(DType::kFloat32, {2}, {-4, 4})
                  .Run()
                  .floats(),
              ElementsAre(-2, 4));
  EXPECT_THAT(OperatorCase("Selu", 1).InFloats(DType::kFloat64, {}, {2}).Run().floats(),
              ElementsAre(2 * 1.0507));
}

TEST(ActivationTest, ReluTakesIntegers) {
  const OperatorResult relu = OperatorCase("Relu", 14).In({-3, 3}).Run();
  EXPECT_THAT(relu.ints(), ElementsAre(0, 3));
  EXPECT_EQ(relu.work.integer_ops, Count(2));
}

}  // namespace
}  // namespace roofline::testing
