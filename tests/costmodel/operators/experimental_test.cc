#include <gtest/gtest.h>

#include <string>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

struct ElementwiseCase {
  std::string op;
  // Of one element.
  int64_t fmas;
  int64_t arithmetic;
  int64_t transcendentals;
};

class ExperimentalTest : public ::testing::TestWithParam<ElementwiseCase> {};

TEST_P(ExperimentalTest, KeepsTheShapeAndCountsByElement) {
  constexpr int64_t kElements = 1 * 3 * 4 * 5;
  const OperatorResult result = OperatorCase(GetParam().op, 7).In(kF32, {1, 3, 4, 5}).Run();
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(result.shape(), "1x3x4x5");
  EXPECT_EQ(result.work.fmas, Count(GetParam().fmas * kElements));
  EXPECT_EQ(result.work.arithmetic, Count(GetParam().arithmetic * kElements));
  EXPECT_EQ(result.work.transcendentals, Count(GetParam().transcendentals * kElements));
  EXPECT_EQ(result.work.read_bytes.at(0), Count(4 * kElements));
}

INSTANTIATE_TEST_SUITE_P(All, ExperimentalTest,
                         ::testing::Values(ElementwiseCase{"Affine", 1, 0, 0},
                                           ElementwiseCase{"ImageScaler", 1, 0, 0},
                                           // beta * x, + 1, alpha *; exp and ln
                                           ElementwiseCase{"ParametricSoftplus", 0, 3, 2},
                                           ElementwiseCase{"Scale", 0, 1, 0},
                                           // beta * x, alpha *; tanh
                                           ElementwiseCase{"ScaledTanh", 0, 2, 1},
                                           ElementwiseCase{"MemcpyFromHost", 0, 0, 0},
                                           ElementwiseCase{"MemcpyToHost", 0, 0, 0}),
                         [](const auto& tested) { return tested.param.op; });

TEST(CollectiveTest, AllReduceKeepsEveryShape) {
  const OperatorResult result =
      Contrib("AllReduce").In(kF16, {2, 8}).In(kF32, {3}).Outputs(2).Run();
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(result.shape(0), "2x8");
  EXPECT_EQ(result.shape(1), "3");
}

}  // namespace
}  // namespace roofline::testing
