#include <gtest/gtest.h>

#include "tests/costmodel/fusion/plan_check.h"
#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {
namespace {

TEST(QuantizationTest, ConvolutionBetweenQuantizersMovesAndMultipliesBytes) {
  const FusedModel model = FuseText(R"(
    agraph (float[1,4,8,8] x) => (float[1,8,4,4] y)
    <float s = {0.1}, uint8 z = {0}, int8[8,4,3,3] wq, int8 wz = {0}>
    {
      xq = QuantizeLinear (x, s, z)
      xd = DequantizeLinear (xq, s, z)
      wd = DequantizeLinear (wq, s, wz)
      c = Conv <pads = [1,1,1,1]> (xd, wd)
      r = Relu (c)
      cq = QuantizeLinear (r, s, z)
      cd = DequantizeLinear (cq, s, z)
      p = MaxPool <kernel_shape = [2,2], strides = [2,2]> (cd)
      pq = QuantizeLinear (p, s, z)
      y = DequantizeLinear (pq, s, z)
    })");
  EXPECT_EQ(KernelsText(model),
            "QuantizeLinear\n"
            "qdq: DequantizeLinear Conv Relu QuantizeLinear\n"
            "qdq: DequantizeLinear MaxPool QuantizeLinear\n"
            "DequantizeLinear\n");
  EXPECT_EQ(PlanFaults(model), "");
  const Kernel& conv = model.plan.kernels.at(1);
  // Input and weights in bytes; scale and zero point of the weight and of the output.
  EXPECT_EQ(ReadBytes(conv), 4 * 8 * 8 + 8 * 4 * 3 * 3 + (4 + 1) + (4 + 1));
  EXPECT_EQ(WriteBytes(conv), 8 * 8 * 8);
  EXPECT_EQ(conv.work.math, DType::kUint8);
  EXPECT_EQ(conv.work.macs, Count(8 * 8 * 8 * 4 * 3 * 3));
  const Kernel& pool = model.plan.kernels.at(2);
  EXPECT_EQ(ReadBytes(pool), 8 * 8 * 8 + (4 + 1));
  EXPECT_EQ(WriteBytes(pool), 8 * 4 * 4);
}

TEST(QuantizationTest, OneDequantizerOfSeveralReaders) {
  const FusedModel model = FuseText(R"(
    agraph (float[1,4,8,8] x) => (uint8[1,4,8,8] y)
    <float s = {0.1}, uint8 z = {0}, int8[4,4,1,1] wq, int8 wz = {0}>
    {
      xq = QuantizeLinear (x, s, z)
      xd = DequantizeLinear (xq, s, z)
      wd = DequantizeLinear (wq, s, wz)
      c = Conv (xd, wd)
      cq = QuantizeLinear (c, s, z)
      cd = DequantizeLinear (cq, s, z)
      a = Add (cd, xd)
      y = QuantizeLinear (a, s, z)
    })");
  EXPECT_EQ(KernelsText(model),
            "qdq: QuantizeLinear DequantizeLinear\n"
            "conv chain: Conv QuantizeLinear\n"
            "qdq: DequantizeLinear Add QuantizeLinear\n");
  EXPECT_EQ(PlanFaults(model), "");
  EXPECT_EQ(WriteBytes(model.plan.kernels.at(0)), 4 * 8 * 8);
  EXPECT_EQ(model.plan.kernels.at(1).work.math, DType::kUint8);
  EXPECT_EQ(ReadBytes(model.plan.kernels.at(2)), 2 * 4 * 8 * 8 + (4 + 1));
}

TEST(QuantizationTest, AFloatReaderKeepsTheFloats) {
  const FusedModel model = FuseText(R"(
    agraph (float[2,8] x) => (float[2,8] y)
    <float s = {0.1}, uint8 z = {0}, float[8] g>
    {
      xq = QuantizeLinear (x, s, z)
      xd = DequantizeLinear (xq, s, z)
      y = LayerNormalization (xd, g)
    })");
  EXPECT_EQ(KernelsText(model), "QuantizeLinear\nDequantizeLinear\nLayerNormalization\n");
  EXPECT_EQ(PlanFaults(model), "");
}

TEST(QuantizationTest, WeightOnlyReadsFewBitsAndMultipliesFloats) {
  const FusedModel model = FuseText(R"(
    agraph (float[2,64] x) => (float[2,32] y)
    <int8[32,64] wq, float[32] s, int8[32] z>
    {
      wd = DequantizeLinear <axis = 0> (wq, s, z)
      wt = Transpose <perm = [1,0]> (wd)
      y = MatMul (x, wt)
    })");
  EXPECT_EQ(KernelsText(model), "MatMul\n");
  const Kernel& kernel = model.plan.kernels.at(0);
  EXPECT_EQ(ReadBytes(kernel), 4 * 2 * 64 + 32 * 64 + 32 * (4 + 1));
  EXPECT_EQ(kernel.work.math, DType::kFloat32);
}

TEST(QuantizationTest, DynamicQuantizationIsOneKernel) {
  const FusedModel model = FuseText(R"(
    agraph (float[2,64] x) => (float[2,32] y)
    <int8[64,32] w, int8 wz = {0}, float ws = {0.02}, float[32] b>
    {
      q, s, z = DynamicQuantizeLinear (x)
      i = MatMulInteger (q, w, z, wz)
      f = Cast <to = 1> (i)
      sw = Mul (s, ws)
      m = Mul (f, sw)
      y = Add (m, b)
    })");
  EXPECT_EQ(KernelsText(model),
            "dynamic quantization: DynamicQuantizeLinear MatMulInteger Cast Mul Mul Add\n");
  EXPECT_EQ(PlanFaults(model), "");
  const Kernel& kernel = model.plan.kernels.at(0);
  EXPECT_EQ(ReadBytes(kernel), 4 * 2 * 64 + 64 * 32 + 1 + 4 + 4 * 32);
  EXPECT_EQ(WriteBytes(kernel), 4 * 2 * 32);
  EXPECT_EQ(kernel.work.math, DType::kUint8);
}

}  // namespace
}  // namespace roofline::testing
