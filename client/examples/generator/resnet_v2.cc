// Residual networks with pre-activation: https://arxiv.org/abs/1603.05027, in the layout of MXNet.

#include <fmt/format.h>

#include <array>
#include <string>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

// Bottleneck blocks of the four stages.
using Blocks = std::array<int64_t, 4>;

Value NormRelu(GraphBuilder& g, int number, const Value& x, int64_t channels) {
  return Relu(g, fmt::format("relu{}", number),
              BatchNorm(g, fmt::format("bn{}", number), x, channels));
}

// x has `in` channels, the result 4 * width.
Value Unit(GraphBuilder& g, const Value& x, int64_t in, int64_t width, int64_t stride) {
  const Value active = NormRelu(g, 1, x, in);
  Value y = Conv(g, "conv1", active, {.in = in, .out = width});
  y = NormRelu(g, 2, y, width);
  y = Conv(g, "conv2", y, {.in = width, .out = width, .kernel = 3, .stride = stride, .pad = 1});
  y = NormRelu(g, 3, y, width);
  y = Conv(g, "conv3", y, {.in = width, .out = 4 * width});
  const bool same = stride == 1 && in == 4 * width;
  const Value shortcut =
      same ? x : Conv(g, "sc", active, {.in = in, .out = 4 * width, .stride = stride});
  return g.Node("Add", {y, shortcut});
}

void ResNetV2(GraphBuilder& g, const Blocks& blocks) {
  Value x = BatchNorm(g, "bn_data", ImageInput(g), 3);
  x = Conv(g, "conv0", x, {.in = 3, .out = 64, .kernel = 7, .stride = 2, .pad = 3});
  x = NormRelu(g, 0, x, 64);
  x = MaxPool(g, "pooling0", x, {.kernel = 3, .stride = 2, .pad = 1});
  int64_t in = 64;
  for (size_t stage = 0; stage < blocks.size(); ++stage) {
    const int64_t width = int64_t{64} << stage;
    for (int64_t i = 0; i < blocks[stage]; ++i) {
      const Scope scope(g, fmt::format("stage{}_unit{}", stage + 1, i + 1));
      x = Unit(g, x, in, width, i == 0 && stage > 0 ? 2 : 1);
      in = 4 * width;
    }
  }
  x = GlobalAveragePool(g, "pool1", NormRelu(g, 1, x, in));
  ClassesOutput(g, Gemm(g, "fc1", Flatten(g, x), in, 1000));
}

}  // namespace

void ResNet50V2(GraphBuilder& g) { ResNetV2(g, {3, 4, 6, 3}); }

void ResNet101V2(GraphBuilder& g) { ResNetV2(g, {3, 4, 23, 3}); }

void ResNet152V2(GraphBuilder& g) { ResNetV2(g, {3, 8, 36, 3}); }

}  // namespace roofline::examples
