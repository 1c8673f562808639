// DenseNet: https://arxiv.org/abs/1608.06993.

#include <fmt/format.h>

#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

constexpr int64_t kGrowth = 32;
constexpr int64_t kBottleneck = 4 * kGrowth;

Value NormRelu(GraphBuilder& g, std::string_view norm, std::string_view relu, const Value& x,
               int64_t channels) {
  return Relu(g, relu, BatchNorm(g, norm, x, channels));
}

// Adds kGrowth channels to what came before it in the block.
Value DenseLayer(GraphBuilder& g, const std::vector<Value>& earlier, int64_t in) {
  Value x = earlier.size() == 1 ? earlier.front() : ConcatChannels(g, earlier);
  x = NormRelu(g, "norm1", "relu1", x, in);
  x = Conv(g, "conv1", x, {.in = in, .out = kBottleneck});
  x = NormRelu(g, "norm2", "relu2", x, kBottleneck);
  return Conv(g, "conv2", x, {.in = kBottleneck, .out = kGrowth, .kernel = 3, .pad = 1});
}

Value DenseBlock(GraphBuilder& g, int number, const Value& x, int64_t in, int64_t layers) {
  const Scope scope(g, fmt::format("denseblock{}", number));
  std::vector<Value> features = {x};
  for (int64_t i = 0; i < layers; ++i) {
    const Scope layer(g, fmt::format("denselayer{}", i + 1));
    features.push_back(DenseLayer(g, features, in + i * kGrowth));
  }
  return ConcatChannels(g, features);
}

// Halves channels and image.
Value Transition(GraphBuilder& g, int number, const Value& x, int64_t in) {
  const Scope scope(g, fmt::format("transition{}", number));
  const Value y = Conv(g, "conv", NormRelu(g, "norm", "relu", x, in), {.in = in, .out = in / 2});
  return AveragePool(g, "pool", y, {.kernel = 2, .stride = 2});
}

void DenseNet(GraphBuilder& g, const std::vector<int64_t>& blocks) {
  int64_t channels = 64;
  Value x = ImageInput(g);
  {
    const Scope scope(g, "features");
    x = Conv(g, "conv0", x, {.in = 3, .out = channels, .kernel = 7, .stride = 2, .pad = 3});
    x = NormRelu(g, "norm0", "relu0", x, channels);
    x = MaxPool(g, "pool0", x, {.kernel = 3, .stride = 2, .pad = 1});
    int number = 0;
    for (int64_t layers : blocks) {
      if (number > 0) {
        x = Transition(g, number, x, channels);
        channels /= 2;
      }
      x = DenseBlock(g, ++number, x, channels, layers);
      channels += layers * kGrowth;
    }
    x = BatchNorm(g, "norm5", x, channels);
  }
  x = Flatten(g, GlobalAveragePool(g, "pool", Relu(g, "relu", x)));
  ClassesOutput(g, Gemm(g, "classifier", x, channels, 1000));
}

}  // namespace

void DenseNet121(GraphBuilder& g) { DenseNet(g, {6, 12, 24, 16}); }

void DenseNet169(GraphBuilder& g) { DenseNet(g, {6, 12, 32, 32}); }

void DenseNet201(GraphBuilder& g) { DenseNet(g, {6, 12, 48, 32}); }

}  // namespace roofline::examples
