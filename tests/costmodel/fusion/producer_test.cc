#include <gtest/gtest.h>

#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {
namespace {

TEST(ProducerTest, ConvolutionTakesBatchNormActivationAndResidual) {
  const FusedModel model = FuseText(R"(
    agraph (float[1,4,8,8] x) => (float[1,4,8,8] y)
    <float[4,4,3,3] w, float[4] scale, float[4] offset, float[4] mean, float[4] var>
    {
      c = Conv <pads = [1,1,1,1]> (x, w)
      n = BatchNormalization (c, scale, offset, mean, var)
      s = Add (n, x)
      y = Relu (s)
    })");
  EXPECT_EQ(KernelsText(model), "conv chain: Conv BatchNormalization Add Relu\n");
  const Kernel& kernel = model.plan.kernels.at(0);
  // The input is the residual too and read once; of the batch norm only its offset is left.
  EXPECT_EQ(ReadBytes(kernel), 4 * (4 * 8 * 8 + 4 * 4 * 3 * 3 + 4));
  EXPECT_EQ(WriteBytes(kernel), 4 * (4 * 8 * 8));
  EXPECT_EQ(kernel.work.macs, Count(4 * 8 * 8 * 4 * 3 * 3));
  EXPECT_EQ(kernel.work.fmas, Count(0));
  EXPECT_EQ(kernel.work.arithmetic, Count(4 * 8 * 8));
  EXPECT_EQ(kernel.work.comparisons, Count(4 * 8 * 8));
  EXPECT_EQ(kernel.folded, std::vector<size_t>{1});
  EXPECT_EQ(kernel.main, 0U);
}

TEST(ProducerTest, ReadsOneResidualAndNoMore) {
  EXPECT_EQ(KernelsText(FuseText(R"(
    agraph (float[2,8] x, float[2,8] a, float[2,8] b) => (float[2,8] y)
    <float[8,8] w, float[8] bias>
    {
      m = MatMul (x, w)
      n = Add (m, bias)
      s = Add (n, a)
      t = Add (s, b)
      y = Relu (t)
    })")),
            "matmul chain: MatMul Add Add\n"
            "elementwise chain: Add Relu\n");
}

struct KernelsCase {
  const char* name;
  const char* graph;
  const char* kernels;
};

class ProducerKernels : public ::testing::TestWithParam<KernelsCase> {};

TEST_P(ProducerKernels, AreAsListed) {
  EXPECT_EQ(KernelsText(FuseText(GetParam().graph)), GetParam().kernels);
}

INSTANTIATE_TEST_SUITE_P(All, ProducerKernels,
                         ::testing::Values(KernelsCase{"SiluReadsTheResultTwice", R"(
          agraph (float[1,4,8,8] x) => (float[1,4,8,8] y) <float[4,4,1,1] w>
          {
            c = Conv (x, w)
            s = Sigmoid (c)
            y = Mul (c, s)
          })",
                                                       "conv chain: Conv Sigmoid Mul\n"},
                                           KernelsCase{"AnOutputOfTheModelEndsTheChain", R"(
          agraph (float[1,4,8,8] x) => (float[1,4,8,8] c, float[1,4,8,8] y) <float[4,4,1,1] w>
          {
            c = Conv (x, w)
            y = Relu (c)
          })",
                                                       "Conv\nRelu\n"},
                                           KernelsCase{"AResultUsedElsewhereEndsTheChain", R"(
          agraph (float[1,4,8,8] x) => (float[1,4,8,8] y, float[1,4,4,4] z) <float[4,4,1,1] w>
          {
            c = Conv (x, w)
            y = Relu (c)
            z = MaxPool <kernel_shape = [2,2], strides = [2,2]> (c)
          })",
                                                       "Conv\nRelu\nMaxPool\n"},
                                           KernelsCase{"ALargerResultIsNotOfThisKernel", R"(
          agraph (float[1,4,1,1] x, float[1,4,8,8] big) => (float[1,4,8,8] y) <float[4,4,1,1] w>
          {
            c = Conv (x, w)
            s = Sigmoid (c)
            y = Mul (big, s)
          })",
                                                       "conv chain: Conv Sigmoid\nMul\n"},
                                           KernelsCase{"ViewsAreNoObstacle", R"(
          agraph (float[2,3,8] x, float[2,3,8] r) => (float[2,3,8] y)
          <float[8,8] w, int64[2] flat = {6, 8}, int64[3] deep = {2, 3, 8}>
          {
            f = Reshape (x, flat)
            g = Gemm (f, w)
            d = Reshape (g, deep)
            y = Add (d, r)
          })",
                                                       "matmul chain: Gemm Reshape Add\n"},
                                           KernelsCase{"TheFirstOfTwoProducersTakesTheSum", R"(
          agraph (float[1,4,8,8] x) => (float[1,4,8,8] y) <float[4,4,1,1] v, float[4,4,3,3] w>
          {
            a = Conv (x, v)
            b = Conv <pads = [1,1,1,1]> (x, w)
            s = Add (a, b)
            y = Relu (s)
          })",
                                                       "Conv\nconv chain: Conv Add Relu\n"}),
                         [](const auto& tested) { return tested.param.name; });

TEST(ProducerTest, AResidualMadeLaterIsWaitedFor) {
  const FusedModel model = FuseText(R"(
    agraph (float[1,4,8,8] x) => (float[1,4,8,8] y) <float[4,4,1,1] v, float[4,4,3,3] w>
    {
      a = Conv (x, v)
      b = Conv <pads = [1,1,1,1]> (x, w)
      s = Add (a, b)
      y = Relu (s)
    })");
  EXPECT_EQ(model.plan.kernels.at(0).layers, std::vector<size_t>{1});
  EXPECT_EQ(model.plan.kernels.at(1).layers, (std::vector<size_t>{0, 2, 3}));
  EXPECT_EQ(model.plan.kernel_of_layer, (std::vector<size_t>{1, 0, 1, 1}));
}

}  // namespace
}  // namespace roofline::testing
