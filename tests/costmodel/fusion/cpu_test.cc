// Kernels as a CPU's runtime makes them.

#include <gtest/gtest.h>

#include <map>
#include <string_view>

#include "tests/costmodel/fusion/plan_check.h"
#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {
namespace {

struct CpuCase {
  const char* name;
  const char* graph;
  const char* kernels;
  // Bytes of the tensors that are copied into or out of blocks of channels.
  int64_t reordered = 0;
};

class CpuKernels : public ::testing::TestWithParam<CpuCase> {};

int64_t ReorderedBytes(const FusedModel& model) {
  Count bytes;
  for (const Kernel& kernel : model.plan.kernels) {
    for (const Traffic& copied : kernel.reorders) bytes += copied.bytes;
  }
  return bytes.value();
}

TEST_P(CpuKernels, AreAsListed) {
  const FusedModel model = FuseText(GetParam().graph, Runtime::kCpu);
  EXPECT_EQ(KernelsText(model), GetParam().kernels);
  EXPECT_EQ(PlanFaults(model), "");
  EXPECT_EQ(ReorderedBytes(model), GetParam().reordered);
}

constexpr int64_t kFloatBytes = 4;
constexpr int64_t kImageBytes = 8 * 6 * 6 * kFloatBytes;  // float[1,8,6,6]

INSTANTIATE_TEST_SUITE_P(
    Convolutions, CpuKernels,
    ::testing::Values(CpuCase{"BatchNormAndActivation", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y)
          <float[8,8,1,1] w, float[8] scale, float[8] offset, float[8] mean, float[8] var,
           float low, float high>
          {
            c = Conv (x, w)
            n = BatchNormalization (c, scale, offset, mean, var)
            y = Clip (n, low, high)
          })",
                              "conv chain: Conv BatchNormalization Clip\n",
                              2 * kImageBytes},  // x in, y out
                      CpuCase{"OneActivationEndsIt", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] w>
          {
            c = Conv (x, w)
            h = HardSigmoid (c)
            y = Relu (h)
          })",
                              "conv chain: Conv HardSigmoid\nRelu\n", 2 * kImageBytes},
                      // x + 3 is not fused since the product reads x too.
                      CpuCase{"HardSwishIsAKernelForEachLayer", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y)
          <float[8,8,1,1] w, float three = {3.0}, float six = {6.0}, float zero = {0.0}>
          {
            c = Conv (x, w)
            a = Add (c, three)
            k = Clip (a, zero, six)
            m = Mul (c, k)
            d = Div (m, six)
            y = Conv (d, w)
          })",
                              "Conv\nAdd\nClip\nMul\nDiv\nConv\n", 4 * kImageBytes},  // x, c, d, y
                      CpuCase{"SiluIsAKernelOfItsOwn", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] w>
          {
            c = Conv (x, w)
            s = Sigmoid (c)
            y = Mul (c, s)
          })",
                              "Conv\nsilu: Sigmoid Mul\n", 2 * kImageBytes},
                      CpuCase{"TheFirstConvolutionTakesTheSum", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] v, float[8,8,1,1] w>
          {
            a = Conv (x, v)
            b = Conv (a, w)
            s = Add (b, a)
            r = Relu (s)
            y = MaxPool <kernel_shape = [1,1]> (r)
          })",
                              "Conv\nconv chain: Conv Add Relu\nMaxPool\n", 2 * kImageBytes},
                      // The other operand is not in blocks.
                      CpuCase{"APlainResidualIsNotFused", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] w>
          {
            c = Conv (x, w)
            s = Add (c, x)
            y = Relu (s)
          })",
                              "Conv\nAdd\nRelu\n", 2 * kImageBytes},
                      CpuCase{"NothingIsAddedBehindAnActivation", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] v, float[8,8,1,1] w>
          {
            a = Conv (x, v)
            b = Conv (a, w)
            r = Relu (b)
            y = Add (r, a)
          })",
                              "Conv\nconv chain: Conv Relu\nAdd\n", 2 * kImageBytes},
                      CpuCase{"ConstantsOfAChannelFold", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y)
          <float[8,8,1,1] w, float[1,8,1,1] scale, float[8,1,1] offset>
          {
            c = Conv (x, w)
            m = Mul (c, scale)
            a = Add (m, offset)
            y = Relu (a)
          })",
                              "conv chain: Conv Mul Add Relu\n", 2 * kImageBytes},
                      CpuCase{"AVectorOfOneElementDoesNotFold", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] w, float[1] scale>
          {
            c = Conv (x, w)
            y = Mul (c, scale)
          })",
                              "Conv\nMul\n", 2 * kImageBytes},
                      CpuCase{"FewChannelsAreReadAsTheyAre", R"(
          agraph (float[1,4,6,6] x) => (float[1,8,6,6] y) <float[8,4,1,1] w>
          {
            c = Conv (x, w)
            y = Relu (c)
          })",
                              "conv chain: Conv Relu\n", kImageBytes},
                      CpuCase{"GroupsThatDoNotFillBlocksStayPlain", R"(
          agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,4,1,1] w>
          {
            c = Conv <group = 2> (x, w)
            y = Relu (c)
          })",
                              "conv chain: Conv Relu\n", 0},
                      CpuCase{"ATransposeToChannelsLastIsTheCopy", R"(
          agraph (float[1,4,6,6] x) => (float[1,6,6,8] y) <float[8,4,1,1] w>
          {
            c = Conv (x, w)
            y = Transpose <perm = [0,2,3,1]> (c)
          })",
                              "Conv\nTranspose\n", 0}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Others, CpuKernels,
    ::testing::Values(CpuCase{"MatricesTakeBiasAndActivation", R"(
          agraph (float[6,8] x) => (float[6,8] y) <float[8,8] w, float[8] bias>
          {
            m = MatMul (x, w)
            a = Add (m, bias)
            y = Relu (a)
          })",
                              "matmul chain: MatMul Add Relu\n"},
                      CpuCase{"ProductsOfTensorsTakeNone", R"(
          agraph (float[2,3,8] x) => (float[2,3,8] y) <float[8,8] w, float[8] bias>
          {
            m = MatMul (x, w)
            a = Add (m, bias)
            y = Relu (a)
          })",
                              "MatMul\nAdd\nRelu\n"},
                      CpuCase{"ProductsTakeAScale", R"(
          agraph (float[2,3,8] x, float[2,8,3] k) => (float[2,3,3] y) <float root = {2.8284}>
          {
            m = MatMul (x, k)
            d = Div (m, root)
            y = Softmax (d)
          })",
                              "matmul chain: MatMul Div\nSoftmax\n"},
                      CpuCase{"GemmTakesAnActivation", R"(
          agraph (float[6,8] x) => (float[6,8] y) <float[8,8] w, float[8] bias>
          {
            g = Gemm (x, w, bias)
            y = Tanh (g)
          })",
                              "matmul chain: Gemm Tanh\n"},
                      CpuCase{"GeluTakesItsBias", R"(
          agraph (float[2,16] x, float[2,16] r) => (float[2,16] y)
          <float[16] bias, float root2 = {1.4142135}, float one = {1.0}, float half = {0.5}>
          {
            b = Add (x, bias)
            d = Div (b, root2)
            e = Erf (d)
            a = Add (e, one)
            m = Mul (b, a)
            g = Mul (m, half)
            y = Mul (g, r)
          })",
                              "gelu: Add Div Erf Add Mul Mul\nMul\n"},
                      CpuCase{"LayerNormLeavesTheSum", R"(
          agraph (float[2,16] a, float[2,16] b) => (float[2,16] y)
          <float two = {2.0}, float eps = {0.00001}, float[16] gamma>
          {
            x = Add (a, b)
            mean = ReduceMean <axes = [-1]> (x)
            d = Sub (x, mean)
            d2 = Pow (d, two)
            var = ReduceMean <axes = [-1]> (d2)
            ve = Add (var, eps)
            sd = Sqrt (ve)
            n = Div (d, sd)
            y = Mul (n, gamma)
          })",
                              "Add\nlayer_norm: ReduceMean Sub Pow ReduceMean Add Sqrt Div Mul\n"},
                      CpuCase{"ANormalizationLeavesTheSum", R"(
          agraph (float[2,16] a, float[2,16] b) => (float[2,16] y) <float[16] gamma>
          {
            x = Add (a, b)
            y = LayerNormalization (x, gamma)
          })",
                              "Add\nLayerNormalization\n"},
                      CpuCase{"ElementwiseLayersStayApart", R"(
          agraph (float[2,16] x, float[16] b) => (float[2,16] y)
          {
            s = Add (x, b)
            p = Exp (s)
            q = Neg (s)
            y = Max (p, q)
          })",
                              "Add\nExp\nNeg\nMax\n"},
                      CpuCase{"AttentionStaysApart", R"(
          agraph (float[1,4,5,8] q, float[1,4,8,5] k, float[1,4,5,8] v) => (float[1,4,5,8] y)
          {
            s = MatMul (q, k)
            p = Softmax <axis = -1> (s)
            y = MatMul (p, v)
          })",
                              "MatMul\nSoftmax\nMatMul\n"},
                      CpuCase{"QuantisedSumsTakeTheirRange", R"(
          agraph (uint8[2,16] a, uint8[2,16] b) => (uint8[2,16] y)
          <float scale, uint8 zero>
          {
            fa = DequantizeLinear (a, scale, zero)
            fb = DequantizeLinear (b, scale, zero)
            s = Add (fa, fb)
            r = Relu (s)
            y = QuantizeLinear (r, scale, zero)
          })",
                              "qdq: DequantizeLinear DequantizeLinear Add Relu QuantizeLinear\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(CpuTest, ResidualIsReadOnce) {
  const FusedModel model = FuseText(R"(
    agraph (float[1,8,6,6] x) => (float[1,8,6,6] y) <float[8,8,1,1] v, float[8,8,1,1] w>
    {
      a = Conv (x, v)
      b = Conv (a, w)
      s = Add (b, a)
      y = Relu (s)
    })",
                                    Runtime::kCpu);
  ASSERT_EQ(model.plan.kernels.size(), 2U);
  const Kernel& kernel = model.plan.kernels[1];
  EXPECT_EQ(ReadBytes(kernel),
            kImageBytes + 8 * 8 * kFloatBytes);  // a is the input and the residual
  EXPECT_EQ(WriteBytes(kernel), kImageBytes);
}

}  // namespace
}  // namespace roofline::testing
