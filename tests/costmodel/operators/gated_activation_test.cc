#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GatedActivationTest, GeluHasTwoForms) {
  const OperatorResult exact =
      OperatorCase("Gelu", 20).InFloats(DType::kFloat32, {2}, {0, 100}).Run();
  EXPECT_THAT(exact.floats(), ElementsAre(0, 100));
  EXPECT_EQ(exact.work.arithmetic, Count(4 * 2));
  EXPECT_EQ(exact.work.transcendentals, Count(2));
  const OperatorResult tanh =
      OperatorCase("Gelu", 20).String("approximate", "tanh").In(DType::kFloat32, {2}).Run();
  EXPECT_EQ(tanh.work.arithmetic, Count(8 * 2));
  EXPECT_THAT(OperatorCase("Gelu", 20)
                  .String("approximate", "cubic")
                  .In(DType::kFloat32, {2})
                  .Run()
                  .shape(),
              HasSubstr("approximate is \"cubic\", expected \"none\" or \"tanh\""));
}

TEST(GatedActivationTest, PReluSlopeBroadcastsToX) {
  const auto prelu = [](int opset, Shape x, Shape slope) {
    return OperatorCase("PRelu", opset).In(kF32, std::move(x)).In(kF32, std::move(slope)).Run();
  };
  EXPECT_EQ(prelu(16, {2, 3, 4}, {3, 1}).shape(), "2x3x4");
  EXPECT_EQ(prelu(6, {2, 3, 4, 4}, {3}).shape(), "2x3x4x4");
  EXPECT_THAT(prelu(9, {2, 3, 4}, {3}).shape(), HasSubstr("the slope does not broadcast to X"));
  EXPECT_THAT(prelu(9, {3}, {2, 3}).shape(), HasSubstr("the slope does not broadcast to X"));
  const Work work = prelu(16, {2, 3, 4}, {3, 1}).work;
  EXPECT_EQ(work.arithmetic, Count(2 * 3 * 4));
  EXPECT_EQ(work.comparisons, Count(2 * 3 * 4));
  EXPECT_EQ(work.TotalRead(), Count(4 * (2 * 3 * 4 + 3)));
}

TEST(GatedActivationTest, SwiGluTakesTwoOfOneShape) {
  const OperatorResult result =
      OperatorCase("SwiGLU", 28).In(DType::kFloat16, {2, 8}).In(DType::kFloat16, {2, 8}).Run();
  EXPECT_EQ(result.shape(), "2x8");
  EXPECT_EQ(result.work.arithmetic, Count(5 * 2 * 8));
  EXPECT_EQ(result.work.transcendentals, Count(2 * 8));
  EXPECT_THAT(OperatorCase("SwiGLU", 28)
                  .In(DType::kFloat16, {2, 8})
                  .In(DType::kFloat16, {1, 8})
                  .Run()
                  .shape(),
              HasSubstr("expected A and B of one shape"));
}

}  // namespace
}  // namespace roofline::testing
