#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(ContribActivationTest, AddendsAndActivation) {
  const OperatorResult gelu =
      Contrib("BiasGelu").In(DType::kFloat32, {2, 8}).In(DType::kFloat32, {8}).Run();
  EXPECT_EQ(gelu.work.arithmetic, Count((4 + 1) * 2 * 8));
  EXPECT_EQ(gelu.work.transcendentals, Count(2 * 8));
  EXPECT_EQ(Contrib("FastGelu").In(DType::kFloat32, {2, 8}).Run().work.arithmetic,
            Count(7 * 2 * 8));
  EXPECT_EQ(Contrib("BiasSplitGelu")
                .In(DType::kFloat16, {1, 4, 10})
                .In(DType::kFloat16, {10})
                .Run()
                .shape(),
            "1x4x5");
  EXPECT_FALSE(
      Contrib("BiasGelu").In(DType::kFloat32, {2, 8}).In(DType::kFloat32, {7}).Run().status.ok());
}

TEST(ContribActivationTest, BitmaskPacksOneBitPerElement) {
  const OperatorResult dropout = Contrib("BitmaskBiasDropout")
                                     .In(DType::kFloat32, {5, 13})
                                     .In(DType::kFloat32, {13})
                                     .Outputs(2)
                                     .Run();
  EXPECT_EQ(dropout.shape(1), "3");  // ceil(5 * 13 / 32)
  EXPECT_EQ(dropout.outputs[1].dtype, DType::kUint32);
}

TEST(ContribGatherTest, ReadsPackedRows) {
  const OperatorResult gather = Contrib("GatherBlockQuantized")
                                    .In(DType::kUint8, {1000, 64})
                                    .In(DType::kInt64, {2, 3})
                                    .In(DType::kFloat16, {1000, 4})
                                    .Int("bits", 4)
                                    .Int("block_size", 32)
                                    .Run();
  EXPECT_EQ(gather.shape(), "2x3x128");
  EXPECT_EQ(gather.outputs[0].dtype, DType::kFloat16);
  EXPECT_EQ(gather.work.read_bytes[0], Count(2 * 3 * 64));
  EXPECT_EQ(gather.work.read_bytes[2], Count(2 * 2 * 3 * 4));
  EXPECT_EQ(Contrib("TorchEmbedding")
                .In(DType::kFloat32, {1000, 64})
                .In(DType::kInt64, {2, 3})
                .Run()
                .work.read_bytes[0],
            Count(4 * 2 * 3 * 64));
}

TEST(ContribMovementTest, Shapes) {
  EXPECT_EQ(Contrib("ExpandDims")
                .In(DType::kFloat32, {2, 3})
                .InInts(DType::kInt32, {}, {-1})
                .Run()
                .shape(),
            "2x3x1");
  EXPECT_EQ(Contrib("UnfoldTensor")
                .In(DType::kFloat32, {2, 10})
                .Int("size", 4)
                .Int("step", 3)
                .Run()
                .shape(),
            "2x3x4");
  EXPECT_EQ(Contrib("Pad").In(DType::kFloat32, {2, 3}).In({0, 1, 2, -1}).Run().shape(), "4x3");
  EXPECT_EQ(Contrib("Range").In({2}).In({11}).In({3}).Run().shape(), "3");
  EXPECT_EQ(OperatorCase("Crop", 1)
                .In(DType::kFloat32, {1, 3, 10, 12})
                .Ints("border", {1, 2, 3, 4})
                .Run()
                .shape(),
            "1x3x4x8");  // 10 - 2 - 4 rows, 12 - 1 - 3 columns
  const OperatorResult packed = Contrib("RemovePadding")
                                    .In(DType::kFloat32, {2, 8, 16})
                                    .In(DType::kInt32, {2})
                                    .Outputs(4)
                                    .Run();
  EXPECT_EQ(packed.shape(0), "16x16");
  EXPECT_EQ(packed.outputs[0].mark, Mark::kBounded);
  EXPECT_EQ(packed.shape(2), "3");
}

TEST(ContribMovementTest, Contradictions) {
  EXPECT_FALSE(Contrib("ExpandDims")
                   .In(DType::kFloat32, {2, 3})
                   .InInts(DType::kInt32, {}, {4})
                   .Run()
                   .status.ok());
  EXPECT_FALSE(
      Contrib("ExpandDims").In(DType::kFloat32, {2, 3}).In(DType::kInt32, {}).Run().status.ok());
  EXPECT_FALSE(Contrib("Pad").In(DType::kFloat32, {2, 3}).In({0, 1}).Run().status.ok());
  EXPECT_FALSE(
      Contrib("Pad").In(DType::kFloat32, {2, 3}).In({INT64_MAX, 0, 1, 0}).Run().status.ok());
  EXPECT_FALSE(Contrib("Range").In({0}).In({5}).In({0}).Run().status.ok());
  EXPECT_FALSE(
      Contrib("UnfoldTensor").In(DType::kFloat32, {2, 3}).Int("size", 4).Run().status.ok());
}

TEST(ContribMathTest, ShapesAndWork) {
  const OperatorResult distance =
      Contrib("CDist").In(DType::kFloat32, {5, 8}).In(DType::kFloat32, {6, 8}).Run();
  EXPECT_EQ(distance.shape(), "5x6");
  EXPECT_EQ(distance.work.fmas, Count(5 * 6 * 8));
  EXPECT_EQ(Contrib("Rfft").In(DType::kFloat32, {2, 16}).Run().shape(), "2x9x2");
  EXPECT_EQ(Contrib("Rfft").In(DType::kFloat32, {2, 16}).Run().work.arithmetic,
            Count(2 * 16 * 5 * 4 / 2));
  EXPECT_EQ(Contrib("Irfft").In(DType::kFloat32, {2, 9, 2}).Run().shape(), "2x16");
  EXPECT_EQ(Contrib("Inverse").In(DType::kFloat32, {3, 4, 4}).Run().work.fmas,
            Count(3 * 4 * 4 * 4));
  EXPECT_FALSE(Contrib("Inverse").In(DType::kFloat32, {3, 4}).Run().status.ok());
  EXPECT_EQ(Contrib("IsAllFinite").In(DType::kFloat32, {3}).Run().outputs[0].dtype, DType::kBool);
  EXPECT_EQ(Contrib("MurmurHash3").In(DType::kInt64, {3}).Run().work.integer_ops,
            Count(3 * (9 * 2 + 9)));
  EXPECT_EQ(Contrib("DynamicTimeWarping").In(DType::kFloat32, {4, 6}).Run().shape(), "2x9");
}

TEST(ContribImageTest, SamplesByTaps) {
  const auto sample = [](const std::string& mode) {
    return Contrib("GridSample")
        .In(DType::kFloat32, {1, 3, 8, 8})
        .In(DType::kFloat32, {1, 4, 5, 2})
        .String("mode", mode)
        .Run();
  };
  EXPECT_EQ(sample("bilinear").shape(), "1x3x4x5");
  EXPECT_EQ(sample("bilinear").work.fmas, Count(3 * 4 * 5 * 4 + 2 * 4 * 5));
  EXPECT_EQ(sample("bicubic").work.fmas, Count(3 * 4 * 5 * 16 + 2 * 4 * 5));
  EXPECT_EQ(Contrib("CropAndResize")
                .In(DType::kFloat32, {2, 3, 8, 8})
                .In(DType::kFloat32, {7, 4})
                .In(DType::kInt32, {7})
                .InInts(DType::kInt32, {2}, {5, 6})
                .Run()
                .shape(),
            "7x3x5x6");
}

TEST(ContribTextTest, UnknownIsSaidToBeUnknown) {
  const OperatorResult tokens = Contrib("Tokenizer").In(DType::kString, {2}).Run();
  EXPECT_TRUE(tokens.status.ok());
  EXPECT_FALSE(tokens.outputs[0].known());
  const OperatorResult words = Contrib("WordConvEmbedding")
                                   .In(DType::kInt32, {2, 5, 12})
                                   .In(DType::kFloat32, {64, 1, 3, 16})
                                   .In(DType::kFloat32, {64})
                                   .In(DType::kFloat32, {100, 16})
                                   .Run();
  EXPECT_EQ(words.shape(), "2x5x64");
  EXPECT_EQ(words.work.macs, Count(2 * 5 * 64 * (12 - 3 + 1) * 3 * 16));
}

}  // namespace
}  // namespace roofline::testing
