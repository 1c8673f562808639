#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

OperatorCase Quantize(int opset, Shape scale) {
  OperatorCase quantize("QuantizeLinear", opset);
  quantize.In(DType::kFloat32, {2, 6, 4}).In(DType::kFloat32, std::move(scale));
  return quantize;
}

TEST(QuantizeLinearTest, TheZeroPointGivesTheType) {
  EXPECT_EQ(Quantize(10, {}).Run().outputs[0].dtype, DType::kUint8);
  EXPECT_EQ(Quantize(13, {}).In(DType::kInt8, {}).Run().outputs[0].dtype, DType::kInt8);
  EXPECT_EQ(Quantize(21, {}).Int("output_dtype", 22).Run().outputs[0].dtype, DType::kInt4);
  EXPECT_EQ(Quantize(23, {}).Int("output_dtype", 23).Run().outputs[0].dtype, DType::kFloat4E2M1);
  EXPECT_EQ(Quantize(19, {}).In(DType::kFloat8E4M3FN, {}).Run().outputs[0].dtype,
            DType::kFloat8E4M3FN);
  EXPECT_FALSE(Quantize(21, {}).Int("output_dtype", 99).Run().status.ok());
}

TEST(QuantizeLinearTest, Int4IsPacked) {
  const OperatorResult quantize = Quantize(21, {}).Int("output_dtype", 22).Run();
  EXPECT_EQ(quantize.work.write_bytes[0], Count(2 * 6 * 4 / 2));
  EXPECT_EQ(quantize.work.arithmetic, Count(3 * 2 * 6 * 4));
  EXPECT_EQ(quantize.work.comparisons, Count(2 * 2 * 6 * 4));
}

TEST(QuantizeLinearTest, ScalesFitTheAxisOrItsBlocks) {
  EXPECT_TRUE(Quantize(13, {6}).Run().status.ok());
  EXPECT_TRUE(Quantize(13, {4}).Int("axis", -1).Run().status.ok());
  EXPECT_FALSE(Quantize(13, {4}).Run().status.ok());
  EXPECT_FALSE(Quantize(13, {4}).Int("axis", 3).Run().status.ok());
  EXPECT_TRUE(Quantize(21, {2, 2, 4}).Int("block_size", 4).Run().status.ok());
  EXPECT_FALSE(Quantize(21, {2, 3, 4}).Int("block_size", 4).Run().status.ok());
  EXPECT_FALSE(Quantize(21, {2, 3, 4}).Int("block_size", -1).Run().status.ok());
}

TEST(DequantizeLinearTest, TheScaleGivesTheType) {
  const auto dequantize = [](int opset, DType scale) {
    OperatorCase node("DequantizeLinear", opset);
    node.In(DType::kInt8, {2, 6}).In(scale, {});
    return node;
  };
  EXPECT_EQ(dequantize(10, DType::kFloat32).Run().outputs[0].dtype, DType::kFloat32);
  EXPECT_EQ(dequantize(19, DType::kFloat16).Run().outputs[0].dtype, DType::kFloat16);
  EXPECT_EQ(dequantize(23, DType::kFloat32).Int("output_dtype", 16).Run().outputs[0].dtype,
            DType::kBfloat16);
  EXPECT_EQ(dequantize(10, DType::kFloat32).Run().work.arithmetic, Count(2 * 6));
  EXPECT_EQ(dequantize(10, DType::kFloat32).In(DType::kInt8, {}).Run().work.arithmetic,
            Count(2 * 2 * 6));
}

TEST(DynamicQuantizeLinearTest, ThreeOutputs) {
  const OperatorResult dynamic =
      OperatorCase("DynamicQuantizeLinear", 11).In(DType::kFloat32, {3, 4}).Outputs(3).Run();
  EXPECT_EQ(dynamic.shape(0), "3x4");
  EXPECT_EQ(dynamic.shape(1), "scalar");
  EXPECT_EQ(dynamic.outputs[2].dtype, DType::kUint8);
  EXPECT_EQ(dynamic.work.comparisons, Count(4 * 3 * 4));
}

TEST(QLinearTest, ElementwiseBroadcasts) {
  const OperatorResult add = OperatorCase("QLinearAdd", 1, "com.microsoft")
                                 .In(DType::kUint8, {2, 3, 4})
                                 .In(DType::kFloat32, {})
                                 .None()
                                 .In(DType::kUint8, {4})
                                 .In(DType::kFloat32, {})
                                 .None()
                                 .In(DType::kFloat32, {})
                                 .Run();
  EXPECT_EQ(add.shape(), "2x3x4");
  EXPECT_EQ(add.work.fmas, Count(2 * 3 * 4 + 4));
  EXPECT_EQ(add.work.arithmetic, Count(4 * 2 * 3 * 4));
}

TEST(QLinearTest, ConcatTakesTriples) {
  OperatorCase concat("QLinearConcat", 1, "com.microsoft");
  concat.In(DType::kFloat32, {}).In(DType::kUint8, {});
  for (const int64_t extent : {2, 5}) {
    concat.In(DType::kUint8, {1, extent}).In(DType::kFloat32, {}).In(DType::kUint8, {});
  }
  EXPECT_EQ(concat.Int("axis", 1).Run().shape(), "1x7");
}

TEST(QLinearTest, PoolingAndReduction) {
  const auto quantised = [](const std::string& op) {
    OperatorCase node(op, 1, "com.microsoft");
    node.In(DType::kUint8, {1, 8, 4, 6})
        .In(DType::kFloat32, {})
        .In(DType::kUint8, {})
        .In(DType::kFloat32, {})
        .In(DType::kUint8, {});
    return node;
  };
  EXPECT_EQ(quantised("QLinearGlobalAveragePool").Run().shape(), "1x8x1x1");
  EXPECT_EQ(quantised("QLinearGlobalAveragePool").Int("channels_last", 1).Run().shape(), "1x1x1x6");
  EXPECT_EQ(quantised("QLinearAveragePool").Ints("kernel_shape", {2, 3}).Run().shape(), "1x8x3x4");
  EXPECT_EQ(quantised("QLinearReduceMean").Ints("axes", {2, -1}).Int("keepdims", 0).Run().shape(),
            "1x8");
  EXPECT_EQ(quantised("QLinearSigmoid").Run().work.transcendentals, Count(8 * 4 * 6));
}

}  // namespace
}  // namespace roofline::testing
