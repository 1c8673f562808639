#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(QOrderedTest, MatMulAndConversions) {
  const OperatorResult product = OperatorCase("QOrderedMatMul", 1, "com.microsoft")
                                     .In(kI8, {2, 4, 8})
                                     .In(kF32, {})
                                     .In(kI8, {8, 16})
                                     .In(kF32, {})
                                     .In(kF32, {})
                                     .Run();
  EXPECT_EQ(product.shape(), "2x4x16");
  EXPECT_EQ(product.work.macs, Count(2 * 4 * 16 * 8));
  const OperatorResult back = OperatorCase("DequantizeWithOrder", 1, "com.microsoft")
                                  .In(kI8, {4, 8})
                                  .In(kF32, {})
                                  .Int("to", 10)
                                  .Run();
  EXPECT_EQ(back.outputs[0].dtype, DType::kFloat16);
  EXPECT_EQ(OperatorCase("QOrderedGelu", 1, "com.microsoft")
                .In(kI8, {4, 8})
                .In(kF32, {})
                .In(kF32, {})
                .Run()
                .work.transcendentals,
            Count(4 * 8));
}

TEST(QOrderedTest, Attention) {
  OperatorCase attention("QOrderedAttention", 1, "com.microsoft");
  attention.In(kI8, {2, 6, 32});
  for (int i = 0; i < 4; ++i) attention.In(kF32, {});
  for (int i = 0; i < 3; ++i) attention.In(kI8, {32, 32});
  const OperatorResult a = attention.Int("num_heads", 4).Run();
  EXPECT_EQ(a.shape(), "2x6x32");
  EXPECT_EQ(a.work.macs, Count(2 * 6 * 32 * 96 + 2 * 4 * 36 * 16));
}

}  // namespace
}  // namespace roofline::testing
