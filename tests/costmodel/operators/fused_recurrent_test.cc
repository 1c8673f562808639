#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(FusedRecurrentTest, DynamicQuantizeLstmMultipliesInInt8) {
  const OperatorResult lstm = OperatorCase("DynamicQuantizeLSTM", 1, "com.microsoft")
                                  .In(kF32, {5, 3, 10})
                                  .In(DType::kInt8, {1, 10, 80})
                                  .In(DType::kInt8, {1, 20, 80})
                                  .Outputs(3)
                                  .Run();
  EXPECT_EQ(lstm.shape(0), "5x1x3x20");
  EXPECT_EQ(lstm.work.macs, Count(36'000));
  EXPECT_EQ(lstm.work.math, DType::kInt8);
}

TEST(FusedRecurrentTest, AttnLstm) {
  const OperatorResult lstm = OperatorCase("AttnLSTM", 1, "com.microsoft")
                                  .In(kF32, {5, 3, 10})
                                  .In(kF32, {1, 80, 10 + 7})
                                  .In(kF32, {1, 80, 20})
                                  .None()
                                  .None()
                                  .None()
                                  .None()
                                  .None()
                                  .In(kF32, {1, 20, 6})
                                  .In(kF32, {1, 7, 6})
                                  .In(kF32, {1, 6})
                                  .In(kF32, {3, 4, 7})
                                  .Outputs(3)
                                  .Run();
  EXPECT_EQ(lstm.shape(2), "1x3x20");
  const int64_t steps = 5 * 3;
  EXPECT_EQ(lstm.work.macs,
            Count(steps * 80 * (17 + 20) + 3 * 4 * 7 * 6 + steps * 20 * 6 + steps * 4 * (6 + 7)));
}

}  // namespace
}  // namespace roofline::testing
