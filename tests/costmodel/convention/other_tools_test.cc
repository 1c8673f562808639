// Figures that other tools print for networks everybody knows.

#include <gtest/gtest.h>

#include <string>

#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

constexpr int64_t kResNet18Macs = 1'814'073'344;
constexpr int64_t kResNet18NormElements = 2'483'712;

CountedModel Network(const std::string& name) {
  Bindings bindings;
  bindings.batch = 1;
  return CountNetwork(name, bindings);
}

TEST(OtherToolsTest, MultiplyAccumulatesOfNetworks) {
  const struct {
    std::string name;
    int64_t macs;
  } cases[] = {
      {"alexnet", 714'188'480},
      {"vgg16", 15'470'264'320},
      {"vgg19", 19'632'062'464},
      {"resnet18", kResNet18Macs},
      {"resnet34", 3'663'761'408},
      {"resnet50-v1.5", 4'089'184'256},
      {"resnet50-v1-original", 3'857'973'248},
      {"densenet121", 2'834'161'664},
      {"mobilenet-v2", 300'774'272},
      {"squeezenet", 818'924'576},
  };
  const Convention macs = Shipped("macs");
  for (const auto& c : cases) EXPECT_EQ(TotalsOf(Network(c.name), macs).flops, c.macs) << c.name;
}

TEST(OtherToolsTest, BertBaseOf128Tokens) {
  Bindings bindings;
  bindings.batch = 1;
  bindings.dims["sequence"] = 128;
  EXPECT_EQ(TotalsOf(CountNetwork("bert-base", bindings), Shipped("macs")).flops, 11'174'215'680);
}

TEST(OtherToolsTest, ResNet18) {
  const CountedModel model = Network("resnet18");
  EXPECT_EQ(TotalsOf(model, Shipped("thop")).flops,
            kResNet18Macs + 4 * kResNet18NormElements + (7 * 7 + 1) * 512);
  EXPECT_EQ(TotalsOf(model, Shipped("fvcore")).flops,
            kResNet18Macs + 2 * kResNet18NormElements + 7 * 7 * 512);
}

TEST(OtherToolsTest, PtflopsAddsBiasesAndActivations) {
  const CountedModel model = CountModel(
      ParseModelText("g (float[1, 784] x, float[784, 512] w1, float[512] b1, float[512, 512] "
                     "w2, float[512] b2, "
                     "float[512, 10] w3, float[10] b3) => (float[1, 10] y) { a = Gemm(x, w1, "
                     "b1)\n b = Relu(a)\n "
                     "c = Gemm(b, w2, b2)\n d = Relu(c)\n y = Gemm(d, w3, b3) }"));
  EXPECT_EQ(TotalsOf(model, Shipped("macs")).flops, 784 * 512 + 512 * 512 + 512 * 10);
  EXPECT_EQ(TotalsOf(model, Shipped("ptflops")).flops, 668'672 + (512 + 512 + 10) + (512 + 512));
}

TEST(OtherToolsTest, OneOperatorInEveryConvention) {
  constexpr int64_t kN = 2 * 3 * 4 * 5;
  const struct {
    std::string_view node;
    int64_t thop;
    int64_t fvcore;
    int64_t ptflops;
    int64_t xla;
    int opset = 17;
  } cases[] = {
      {"Conv(x, w, c)", 2 * 3 * 2 * 3 * 27, 2 * 3 * 2 * 3 * 27, 36 * 27 + 36, 36 * 27 * 2 + 36},
      {"ConvTranspose(dot, wt)", 9 * 32 * 9, 32 * 9, 32 * 9, 2 * 32 * 9},
      {"BatchNormalization(x, c, c, c, c)", 4 * kN, 2 * kN, 2 * kN, 2 * kN},
      {"Relu(x)", 0, 0, kN, kN},
      {"PRelu(x, slope)", kN, 0, kN, kN},
      {"LeakyRelu(x)", 0, 0, kN, kN},
      {"Softmax<axis = 1>(x)", 3 * kN - kN / 3, 0, 0, 4 * kN - 2 * kN / 3},
      {"MaxPool<kernel_shape = [2, 2]>(x)", 0, 0, kN, 6 * 3 * 4 * 3},
      {"AveragePool<kernel_shape = [2, 2]>(x)", 6 * 3 * 4, 0, kN, 6 * 3 * 4 * 4},
      {"GlobalAveragePool(x)", (4 * 5 + 1) * 6, kN, kN, kN},
      {"Add(x, x)", 0, 0, kN, kN},
      {"Tanh(x)", 0, 0, 0, 0},
      {"Upsample<mode = \"nearest\", scales = [1.0, 1.0, 2.0, 2.0]>(x)", 4 * kN, 4 * kN, 4 * kN, 0,
       8},
      {"Upsample<mode = \"linear\", scales = [1.0, 1.0, 2.0, 2.0]>(x)", 11 * 4 * kN, 4 * 4 * kN,
       4 * kN, -1, 8},
      {"Upsample<mode = \"linear\", scales = [1.0, 1.0, 2.0]>(line)", 5 * 24, 4 * 24, 24, -1, 8},
  };
  for (const auto& c : cases) {
    const CountedModel model =
        CountModel(ParseModelText("g (float[2, 3, 4, 5] x, float[3, 3, 3, 3] w, float[3] "
                                  "c, float[3, 1, 1] slope, float[1, "
                                  "32, 1, 1] dot, float[32, 1, 3, 3] wt, float[1, 3, 4] "
                                  "line) => (float[N, M] out) { out = " +
                                      std::string(c.node) + " }",
                                  c.opset));
    EXPECT_EQ(TotalsOf(model, Shipped("thop")).flops, c.thop) << c.node;
    EXPECT_EQ(TotalsOf(model, Shipped("fvcore")).flops, c.fvcore) << c.node;
    EXPECT_EQ(TotalsOf(model, Shipped("ptflops")).flops, c.ptflops) << c.node;
    if (c.xla >= 0) {
      EXPECT_EQ(TotalsOf(model, Shipped("xla")).flops, c.xla) << c.node;
    }
  }
}

}  // namespace
}  // namespace roofline::testing
