// Golden figures of the report that chainer_computational_cost prints.

#include <gtest/gtest.h>

#include <string>

#include "costmodel/convention/reader.h"
#include "costmodel/data_dir.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

std::string Example(const std::string& name) {
  return std::string(ROOFLINE_SOURCE_DIR "/client/examples/") + name + ".onnx";
}

Bindings ChainerBatch(int64_t batch) {
  Bindings bindings;
  bindings.batch = batch;
  return bindings;
}

TEST(ChainerConventionTest, ResNet50ByOperator) {
  const CountedModel model = CountFile(Example("resnet50-v1-original"), ChainerBatch(1));
  const Convention chainer = Shipped("chainer");
  const struct {
    std::string_view op;
    Totals totals;
  } rows[] = {
      {"Conv", {53, 3'855'925'248, 134'362'112, 42'348'544}},
      {"BatchNormalization", {53, 10'587'136, 42'561'024, 42'348'544}},
      {"Relu", {49, 9'081'856, 36'327'424, 36'327'424}},
      {"MaxPool", {1, 1'605'632, 3'211'264, 802'816}},
      {"Add", {16, 5'519'360, 44'154'880, 22'077'440}},
      {"AveragePool", {1, 100'352, 401'408, 8'192}},
      {"Reshape", {1, 0, 0, 0}},
      {"Gemm", {1, 2'049'000, 8'204'192, 4'000}},
      {"Softmax", {1, 2'999, 4'000, 4'000}},
      {"", {176, 3'884'871'583, 269'226'304, 143'920'960}},
  };
  for (const auto& row : rows) EXPECT_EQ(TotalsOf(model, chainer, row.op), row.totals) << row.op;
  EXPECT_EQ(TotalsOf(model, Shipped("chainer-nofma")),
            (Totals{176, 7'753'117'563, 269'226'304, 143'920'960}));
}

TEST(ChainerConventionTest, ResNet50InABatchOf32) {
  const CountedModel model = CountFile(Example("resnet50-v1-original"), ChainerBatch(32));
  EXPECT_EQ(TotalsOf(model, Shipped("chainer")),
            (Totals{176, 124'315'859'656, 5'446'161'824, 4'605'346'720}));
}

// The published figures have a Softmax at the end, which this model leaves out.
TEST(ChainerConventionTest, ResNet50WithTheStrideInIts3x3) {
  const CountedModel model = CountFile(Example("resnet50-v1.5"), ChainerBatch(1));
  EXPECT_EQ(TotalsOf(model, Shipped("chainer")),
            (Totals{175, 4'117'136'287 - 2'999, 275'548'224 - 4'000, 150'243'136 - 4'000}));
}

TEST(ChainerConventionTest, Vgg16) {
  const CountedModel model = CountFile(Example("vgg16"), ChainerBatch(1));
  EXPECT_EQ(TotalsOf(model, Shipped("chainer")),
            (Totals{38, 15'488'423'327, 668'603'456, 114'575'168}));
  EXPECT_EQ(TotalsOf(model, Shipped("chainer-nofma")),
            (Totals{38, 30'958'678'455, 668'603'456, 114'575'168}));
}

// Inputs that the cases below share.
constexpr char kInputs[] =
    "float[2, 3, 4, 5] x, float[5] row, float[3, 1, 1] slope, float[3] c, "
    "int64[2] i, "
    "float[2, 4, 5, 5] image, float[6, 2, 3, 3] w, float[4, 3, 3, 3] wt, "
    "float[6] b, "
    "float[3, 10] left, float[10, 7] right, float[7] bias, float[0, 3] none";

TEST(ChainerConventionTest, EveryRule) {
  constexpr int64_t kN = 2 * 3 * 4 * 5;
  constexpr int64_t kMacs = 2 * 6 * 5 * 5 * 2 * 3 * 3;
  constexpr int64_t kTransposedMacs = 2 * 4 * 5 * 5 * 3 * 3 * 3;
  constexpr int64_t kImage = 2 * 4 * 5 * 5;
  constexpr int64_t kWeights = 6 * 2 * 3 * 3;
  const struct {
    std::string_view node;
    int64_t flops;
    int64_t flops_nofma;
    int64_t read;
    int64_t written;
    int opset = 13;
  } cases[] = {
      {"PRelu(x, slope)", kN, kN, kN + 3, kN},
      {"Relu(x)", kN, kN, kN, kN},
      {"LeakyRelu(x)", 2 * kN, 2 * kN, kN, kN},
      {"Sigmoid(x)", 4 * kN, 4 * kN, kN, kN},
      {"Softmax<axis = 1>(x)", 2 * kN + kN / 3 * 2, 2 * kN + kN / 3 * 2, kN, kN},
      {"Softmax<axis = 2>(x)", 2 * kN + 6 * 19, 2 * kN + 6 * 19, kN, kN, 11},
      {"Softmax(none)", 0, 0, 0, 0},
      {"Concat<axis = 1>(x, x)", 0, 0, 2 * kN, 2 * kN},
      {"Flatten(x)", 0, 0, 0, 0},
      {"Upsample<mode = \"linear\", scales = [1.0, 1.0, 2.0, 2.0]>(x)", 9 * 4 * kN, 9 * 4 * kN, kN,
       4 * kN, 8},
      {"Upsample<mode = \"nearest\", scales = [1.0, 1.0, 2.0, 2.0]>(x)", 0, 0, 2 * kN, 4 * kN, 8},
      {"Transpose(x)", 0, 0, kN, kN},
      {"Slice<starts = [0], ends = [1], axes = [0]>(x)", 0, 0, kN / 2, kN / 2, 9},
      {"Gather<axis = 1>(x, i)", 0, 0, kN / 3 * 2, kN / 3 * 2},
      {"Conv<group = 2, pads = [1, 1, 1, 1]>(image, w, b)", kMacs, 2 * kMacs, kImage + kWeights + 6,
       2 * 6 * 5 * 5},
      {"Conv<group = 2, pads = [1, 1, 1, 1]>(image, w)", kMacs,
       2 * 2 * (4 / 2 * 6 / 2 - 1) * 3 * 3 * 5 * 5 * 2, kImage + kWeights, 2 * 6 * 5 * 5},
      {"ConvTranspose(image, wt)", kTransposedMacs, 2 * kTransposedMacs, kImage + 4 * 3 * 3 * 3,
       2 * 3 * 7 * 7},
      {"Gemm(left, right, bias)", 3 * 10 * 7 + 7, 3 * (2 * 10 - 1) * 7 + 7, 3 * 10 + 10 * 7 + 7, 7},
      {"Gemm(left, right)", 3 * 10 * 7, 3 * (2 * 10 - 1) * 7, 3 * 10 + 10 * 7, 7},
      {"Add(x, row)", kN, kN, kN + 5, kN},
      {"Sum(x, x, row)", 2 * kN, 2 * kN, 2 * kN + 5, kN},
      {"ReduceMean<axes = [2, 3]>(x)", kN - 6, kN - 6, kN, 6},
      {"ArgMax<axis = 1>(x)", kN - kN / 3, kN - kN / 3, kN, kN / 3},
      {"BatchNormalization(x, c, c, c, c)", kN, 2 * kN, kN + 2 * 3, kN},
      {"LpNormalization<axis = 1>(x)", (2 * 3 + 2) * kN / 3, (3 * 3 + 1) * kN / 3, kN, kN},
      {"LRN<size = 3>(x)", (5 * 3 - 1) * 4 * 5, (6 * 3 - 1) * 4 * 5, kN, kN},
      {"AveragePool<kernel_shape = [2, 3]>(x)", 6 * 3 * 3 * 6, 6 * 3 * 3 * 6, kN, 6 * 3 * 3},
      {"GlobalAveragePool(x)", kN, kN, kN, 6},
      {"MaxPool<kernel_shape = [2, 3]>(x)", 6 * 3 * 3 * 5, 6 * 3 * 3 * 5, kN, 6 * 3 * 3},
      {"GlobalMaxPool(x)", 6 * 19, 6 * 19, kN, 6},
      {"Tanh(x)", kN, kN, kN, kN},  // not one of its operators: each operation once
  };
  const Convention chainer = Shipped("chainer");
  const Convention nofma = Shipped("chainer-nofma");
  for (const auto& c : cases) {
    const CountedModel model =
        CountModel(ParseModelText("g (" + std::string(kInputs) + ") => (float[N, M] out) { out = " +
                                      std::string(c.node) + " }",
                                  c.opset));
    EXPECT_EQ(TotalsOf(model, chainer), (Totals{1, c.flops, 4 * c.read, 4 * c.written})) << c.node;
    EXPECT_EQ(TotalsOf(model, nofma), (Totals{1, c.flops_nofma, 4 * c.read, 4 * c.written}))
        << c.node;
  }
}

TEST(ChainerConventionTest, ConvolutionOfABatchOf8) {
  const CountedModel model =
      CountModel(ParseModelText("g (float[8, 32, 128, 128] x, float[64, 32, 3, 3] w, "
                                "float[64] b) => (float[8, 64, 128, 128] "
                                "y) { y = Conv<pads = [1, 1, 1, 1]>(x, w, b) }"));
  EXPECT_EQ(TotalsOf(model, Shipped("chainer")),
            (Totals{1, 2'415'919'104, 16'851'200, 33'554'432}));
}

// Tensors without elements, through every operator that a rule divides,
// subtracts or looks up an extent for.
TEST(ConventionTest, NothingToDoIsNoError) {
  const CountedModel model =
      CountModel(ParseModelText("g (float[0, 4, 8, 8] x, float[4, 4, 3, 3] w, float[4] c, "
                                "float[4, 10] v) => (float[0, 10] y) "
                                "{ c1 = Conv(x, w)\n c2 = ConvTranspose(c1, w)\n b = "
                                "BatchNormalization(c2, c, c, c, c)\n r "
                                "= Relu(b)\n m = MaxPool<kernel_shape = [2, 2]>(r)\n n = "
                                "LRN<size = 3>(m)\n l = "
                                "LpNormalization(n)\n u = Add(l, l)\n p = "
                                "GlobalAveragePool(u)\n f = Flatten(p)\n d = "
                                "ReduceMean<axes = [1]>(f)\n s = Softmax<axis = 0>(f)\n t "
                                "= Add(s, d)\n y = Gemm(t, v) }"));
  const auto names = ListConventions(DataDirectory());
  ASSERT_TRUE(names.ok()) << names.status();
  for (const std::string& name : *names) {
    EXPECT_EQ(TotalsOf(model, Shipped(name), "Conv").flops, 0) << name;
    EXPECT_EQ(TotalsOf(model, Shipped(name)).layers, 14) << name;
  }
}

}  // namespace
}  // namespace roofline::testing
