#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(ConvTest, SameSizeWithPadding) {
  const OperatorResult conv = OperatorCase("Conv", 11)
                                  .In(DType::kFloat32, {1, 3, 10, 10})
                                  .In(DType::kFloat32, {12, 3, 3, 3})
                                  .Ints("pads", {1, 1, 1, 1})
                                  .Run();
  EXPECT_EQ(conv.shape(), "1x12x10x10");
  EXPECT_EQ(conv.work.macs, Count(12 * 10 * 10 * 3 * 3 * 3));
  EXPECT_EQ(conv.work.macs, Count(32'400));
  EXPECT_EQ(conv.work.TotalRead(), Count(4 * (3 * 10 * 10 + 12 * 3 * 3 * 3)));
  EXPECT_EQ(conv.work.TotalWritten(), Count(4 * 12 * 10 * 10));
}

TEST(ConvTest, GroupsDivideTheInputChannels) {
  const OperatorResult conv = OperatorCase("Conv", 11)
                                  .In(DType::kFloat32, {1, 8, 10, 10})
                                  .In(DType::kFloat32, {12, 4, 3, 3})
                                  .Int("group", 2)
                                  .Ints("pads", {1, 1, 1, 1})
                                  .Run();
  EXPECT_EQ(conv.work.macs, Count(12 * 10 * 10 * 4 * 3 * 3));
}

TEST(ConvTest, ContradictionsNameTheNode) {
  EXPECT_EQ(OperatorCase("Conv", 11)
                .In(DType::kFloat32, {1, 4, 8, 8})
                .In(DType::kFloat32, {12, 3, 3, 3})
                .Run()
                .shape(),
            "Conv node 'n': X has 4 channels, W expects 3 x 1 groups (inputs: float32 1x4x8x8, "
            "float32 12x3x3x3)");
}

}  // namespace
}  // namespace roofline::testing
