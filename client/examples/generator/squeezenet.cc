// SqueezeNet 1.0: https://arxiv.org/abs/1602.07360; and 1.1, which pools earlier, as its authors
// released it.

#include <fmt/format.h>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

Value ConvRelu(GraphBuilder& g, std::string_view name, const Value& x, ConvSpec spec) {
  spec.bias = true;
  return Relu(g, fmt::format("{}_activation", name), Conv(g, name, x, spec));
}

Value Fire(GraphBuilder& g, int module, const Value& x, int64_t in, int64_t squeeze,
           int64_t expand) {
  const Scope scope(g, fmt::format("features.{}", module));
  const Value s = ConvRelu(g, "squeeze", x, {.in = in, .out = squeeze});
  const Value small = ConvRelu(g, "expand1x1", s, {.in = squeeze, .out = expand});
  const Value large =
      ConvRelu(g, "expand3x3", s, {.in = squeeze, .out = expand, .kernel = 3, .pad = 1});
  return ConcatChannels(g, {small, large});
}

Value SqueezenetFeatures(GraphBuilder& g, Value x) {
  const Scope scope(g, "features");
  constexpr PoolSpec kPool = {.kernel = 3, .stride = 2, .ceil = true};
  x = ConvRelu(g, "features.0", x, {.in = 3, .out = 96, .kernel = 7, .stride = 2});
  x = MaxPool(g, "features.2", x, kPool);
  x = Fire(g, 3, x, 96, 16, 64);
  x = Fire(g, 4, x, 128, 16, 64);
  x = Fire(g, 5, x, 128, 32, 128);
  x = MaxPool(g, "features.6", x, kPool);
  x = Fire(g, 7, x, 256, 32, 128);
  x = Fire(g, 8, x, 256, 48, 192);
  x = Fire(g, 9, x, 384, 48, 192);
  x = Fire(g, 10, x, 384, 64, 256);
  x = MaxPool(g, "features.11", x, kPool);
  return Fire(g, 12, x, 512, 64, 256);
}

Value Features11(GraphBuilder& g, Value x) {
  const Scope scope(g, "features");
  constexpr PoolSpec kPool = {.kernel = 3, .stride = 2, .ceil = true};
  x = ConvRelu(g, "features.0", x, {.in = 3, .out = 64, .kernel = 3, .stride = 2});
  x = MaxPool(g, "features.2", x, kPool);
  x = Fire(g, 3, x, 64, 16, 64);
  x = Fire(g, 4, x, 128, 16, 64);
  x = MaxPool(g, "features.5", x, kPool);
  x = Fire(g, 6, x, 128, 32, 128);
  x = Fire(g, 7, x, 256, 32, 128);
  x = MaxPool(g, "features.8", x, kPool);
  x = Fire(g, 9, x, 256, 48, 192);
  x = Fire(g, 10, x, 384, 48, 192);
  x = Fire(g, 11, x, 384, 64, 256);
  return Fire(g, 12, x, 512, 64, 256);
}

void SqueezenetClassifier(GraphBuilder& g, Value x) {
  const Scope scope(g, "classifier");
  x = ConvRelu(g, "classifier.1", x, {.in = 512, .out = 1000});
  ClassesOutput(g, Flatten(g, GlobalAveragePool(g, "classifier.3", x)));
}

}  // namespace

void SqueezeNet(GraphBuilder& g) { SqueezenetClassifier(g, SqueezenetFeatures(g, ImageInput(g))); }

void SqueezeNet11(GraphBuilder& g) { SqueezenetClassifier(g, Features11(g, ImageInput(g))); }

}  // namespace roofline::examples
