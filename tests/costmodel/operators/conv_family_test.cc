#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

OperatorCase Conv(Shape x, Shape w, const std::string& op = "Conv",
                  const std::string& domain = "") {
  OperatorCase conv(op, domain == "com.microsoft" ? 1 : 22, domain);
  conv.In(DType::kFloat32, std::move(x)).In(DType::kFloat32, std::move(w));
  return conv;
}

TEST(ConvTest, DepthwiseMultipliesOneChannelPerFilter) {
  const OperatorResult conv =
      Conv({1, 512, 13, 13}, {512, 1, 3, 3}).Int("group", 512).Ints("pads", {1, 1, 1, 1}).Run();
  EXPECT_EQ(conv.work.macs, Count(512 * 13 * 13 * 1 * 3 * 3));
  EXPECT_EQ(conv.work.macs, Count(778'752));
}

TEST(ConvTest, OneAndThreeDimensions) {
  EXPECT_EQ(Conv({2, 3, 20}, {4, 3, 5}).Ints("strides", {2}).Run().shape(), "2x4x8");
  EXPECT_EQ(Conv({1, 3, 8, 8, 8}, {4, 3, 3, 3, 3}).Run().work.macs,
            Count(4 * 6 * 6 * 6 * 3 * 3 * 3 * 3));
}

TEST(ConvTest, AutoPadAndDilation) {
  EXPECT_EQ(Conv({1, 1, 7, 7}, {1, 1, 3, 3})
                .String("auto_pad", "SAME_LOWER")
                .Ints("strides", {2, 2})
                .Run()
                .shape(),
            "1x1x4x4");
  EXPECT_EQ(Conv({1, 1, 7, 7}, {1, 1, 3, 3}).String("auto_pad", "VALID").Run().shape(), "1x1x5x5");
  EXPECT_EQ(Conv({1, 1, 7, 7}, {1, 1, 3, 3}).Ints("dilations", {3, 3}).Run().shape(), "1x1x1x1");
}

TEST(ConvTest, EmptyBatchDoesNothing) {
  const OperatorResult conv = Conv({0, 3, 8, 8}, {4, 3, 3, 3}).Run();
  EXPECT_EQ(conv.shape(), "0x4x6x6");
  EXPECT_EQ(conv.work.macs, Count(0));
}

TEST(ConvTest, MoreContradictions) {
  EXPECT_FALSE(Conv({1, 3, 8, 8}, {4, 3, 3, 3}).Int("group", 0).Run().status.ok());
  EXPECT_FALSE(Conv({1, 3, 8, 8}, {4, 3, 3, 3}).Ints("kernel_shape", {5, 5}).Run().status.ok());
  EXPECT_FALSE(Conv({1, 3, 8, 8}, {4, 3, 3, 3}).Ints("strides", {0, 1}).Run().status.ok());
  EXPECT_FALSE(Conv({1, 3, 8, 8}, {4, 3, 9, 9}).Run().status.ok());
  EXPECT_FALSE(Conv({1, 3, 8}, {4, 3, 3, 3}).Run().status.ok());
  EXPECT_FALSE(Conv({1, 3, 8, 8}, {4, 3, 3, 3}).In(DType::kFloat32, {5}).Run().status.ok());
  EXPECT_FALSE(Conv({1, 3, 8, 8}, {4, int64_t{1} << 40, 3, 3})
                   .Int("group", int64_t{1} << 40)
                   .Run()
                   .status.ok());
}

TEST(ConvTest, FusedAddendAndActivation) {
  const OperatorResult conv = Conv({1, 3, 8, 8}, {4, 3, 3, 3}, "FusedConv", "com.microsoft")
                                  .In(DType::kFloat32, {4})
                                  .In(DType::kFloat32, {1, 4, 6, 6})
                                  .String("activation", "Relu")
                                  .Run();
  EXPECT_EQ(conv.work.arithmetic, Count(2 * 4 * 6 * 6));
  EXPECT_EQ(conv.work.comparisons, Count(4 * 6 * 6));
}

TEST(ConvTest, ChannelsLast) {
  for (const auto& [op, domain] : std::vector<std::pair<std::string, std::string>>{
           {"NhwcConv", "com.microsoft"}, {"Conv", "com.ms.internal.nhwc"}}) {
    const OperatorResult conv = Conv({1, 8, 8, 3}, {4, 3, 3, 3}, op, domain).Run();
    EXPECT_EQ(conv.shape(), "1x6x6x4") << op;
    EXPECT_EQ(conv.work.macs, Count(4 * 6 * 6 * 3 * 3 * 3)) << op;
  }
}

TEST(ConvTest, BlockedLayoutPadsChannels) {
  const OperatorResult in = OperatorCase("ReorderInput", 1, "com.microsoft.nchwc")
                                .In(DType::kFloat32, {1, 8, 6, 20})
                                .Int("channels_last", 1)
                                .Run();
  EXPECT_EQ(in.shape(), "1x24x8x6");
  EXPECT_EQ(in.outputs[0].mark, Mark::kAssumed);
  EXPECT_EQ(OperatorCase("ReorderOutput", 1, "com.microsoft.nchwc")
                .In(DType::kFloat32, {1, 24, 8, 6})
                .Int("channels", 20)
                .Run()
                .shape(),
            "1x20x8x6");
  EXPECT_EQ(OperatorCase("Upsample", 1, "com.microsoft.nchwc")
                .In(DType::kFloat32, {1, 16, 8, 6})
                .Ints("scales", {1, 1, 2, 2})
                .Run()
                .shape(),
            "1x16x16x12");
}

TEST(ConvTransposeTest, CountsByTheInput) {
  const OperatorResult conv = Conv({1, 32, 1, 1}, {32, 1, 3, 3}, "ConvTranspose").Run();
  EXPECT_EQ(conv.shape(), "1x1x3x3");
  EXPECT_EQ(conv.work.macs, Count(32 * 1 * 1 * 1 * 3 * 3));
  EXPECT_EQ(conv.work.macs, Count(288));
}

TEST(ConvTransposeTest, OutputExtents) {
  const auto conv = [] { return Conv({1, 8, 3, 3}, {8, 2, 3, 3}, "ConvTranspose"); };
  EXPECT_EQ(conv().Ints("strides", {3, 2}).Run().shape(), "1x2x9x7");
  EXPECT_EQ(conv().Ints("strides", {3, 2}).Ints("output_padding", {1, 1}).Run().shape(),
            "1x2x10x8");
  EXPECT_EQ(conv().Ints("strides", {3, 2}).Ints("output_shape", {10, 8}).Run().shape(), "1x2x10x8");
  EXPECT_EQ(conv().Ints("output_shape", {1, 2, 10, 8}).Run().shape(), "1x2x10x8");
  EXPECT_EQ(conv().Ints("strides", {2, 2}).String("auto_pad", "SAME_UPPER").Run().shape(),
            "1x2x6x6");
  EXPECT_EQ(conv().Ints("dilations", {2, 2}).Run().shape(), "1x2x7x7");
  EXPECT_EQ(conv().Int("group", 4).Run().shape(), "1x8x5x5");
  EXPECT_FALSE(conv().Ints("pads", {3, 3, 3, 3}).Run().status.ok());
  EXPECT_FALSE(conv().Ints("output_padding", {1}).Run().status.ok());
  EXPECT_FALSE(conv().Int("group", 3).Run().status.ok());
}

TEST(ConvTransposeTest, PadsAsInput) {
  EXPECT_EQ(Conv({1, 8, 3, 3}, {8, 2, 3, 3}, "ConvTransposeWithDynamicPads", "com.microsoft")
                .In({1, 1, 1, 1})
                .Run()
                .shape(),
            "1x2x3x3");
  EXPECT_FALSE(Conv({1, 8, 3, 3}, {8, 2, 3, 3}, "ConvTransposeWithDynamicPads", "com.microsoft")
                   .In(DType::kInt64, {4})
                   .Run()
                   .status.ok());
}

TEST(QuantizedConvTest, IntegerAndRequantised) {
  const OperatorResult integer = OperatorCase("ConvInteger", 10)
                                     .In(DType::kUint8, {1, 1, 4, 4})
                                     .In(DType::kUint8, {1, 1, 2, 2})
                                     .Run();
  EXPECT_EQ(integer.outputs[0].dtype, DType::kInt32);
  EXPECT_EQ(integer.work.macs, Count(3 * 3 * 2 * 2));
  OperatorCase qlinear("QLinearConv", 10);
  qlinear.In(DType::kUint8, {1, 3, 8, 8})
      .In(DType::kFloat32, {})
      .In(DType::kUint8, {})
      .In(DType::kInt8, {4, 3, 3, 3})
      .In(DType::kFloat32, {4})
      .In(DType::kInt8, {4})
      .In(DType::kFloat32, {})
      .In(DType::kInt8, {})
      .In(DType::kInt32, {4});
  const OperatorResult conv = qlinear.Run();
  EXPECT_EQ(conv.shape(), "1x4x6x6");
  EXPECT_EQ(conv.outputs[0].dtype, DType::kInt8);
  EXPECT_EQ(conv.work.macs, Count(4 * 6 * 6 * 3 * 3 * 3));
  EXPECT_EQ(conv.work.math, DType::kUint8);
  EXPECT_EQ(conv.work.integer_ops, Count(4 * 6 * 6));
  EXPECT_EQ(conv.work.arithmetic, Count(3 * 4 * 6 * 6));
}

TEST(DeformConvTest, SamplesAndOffsets) {
  const auto conv = [](Shape offset) {
    return Conv({1, 2, 5, 5}, {4, 2, 3, 3}, "DeformConv")
        .In(DType::kFloat32, std::move(offset))
        .Run();
  };
  const OperatorResult result = conv({1, 2 * 3 * 3, 3, 3});
  EXPECT_EQ(result.shape(), "1x4x3x3");
  EXPECT_EQ(result.work.macs, Count(4 * 3 * 3 * 2 * 3 * 3));
  EXPECT_EQ(result.work.fmas, Count(2 * 3 * 3 * 3 * 3 * 4));
  EXPECT_FALSE(conv({1, 9, 3, 3}).status.ok());
}

TEST(CausalConvTest, KeepsTheLastPositions) {
  const OperatorResult conv = OperatorCase("CausalConvWithState", 27)
                                  .In(DType::kFloat16, {2, 64, 10})
                                  .In(DType::kFloat16, {64, 1, 4})
                                  .In(DType::kFloat16, {64})
                                  .In(DType::kFloat16, {2, 64, 3})
                                  .String("activation", "silu")
                                  .Outputs(2)
                                  .Run();
  EXPECT_EQ(conv.shape(0), "2x64x10");
  EXPECT_EQ(conv.shape(1), "2x64x3");
  EXPECT_EQ(conv.work.macs, Count(2 * 64 * 10 * 4));
  EXPECT_EQ(conv.work.transcendentals, Count(2 * 64 * 10));
  EXPECT_EQ(conv.work.arithmetic, Count((1 + 3) * 2 * 64 * 10));
}

}  // namespace
}  // namespace roofline::testing
