// MobileNet v2: https://arxiv.org/abs/1801.04381.

#include <fmt/format.h>

#include <string>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

// Modules "<prefix>.0", ".1", ".2": convolution, batch norm, ReLU6.
Value ConvNormRelu6(GraphBuilder& g, const std::string& prefix, const Value& x,
                    const ConvSpec& spec) {
  const Scope scope(g, prefix);
  Value y = Conv(g, prefix + ".0", x, spec);
  y = BatchNorm(g, prefix + ".1", y, spec.out);
  return Relu6(g, prefix + ".2", y);
}

struct InvertedResidualSpec {
  int64_t in;
  int64_t out;
  int64_t stride;
  int64_t expansion;
};

Value InvertedResidual(GraphBuilder& g, const Value& x, const InvertedResidualSpec& spec) {
  const int64_t hidden = spec.in * spec.expansion;
  Value y = x;
  {
    const Scope scope(g, "conv");
    int module = 0;
    const auto next = [&module] { return fmt::format("conv.{}", module++); };
    if (spec.expansion != 1) y = ConvNormRelu6(g, next(), y, {.in = spec.in, .out = hidden});
    y = ConvNormRelu6(g, next(), y,
                      {.in = hidden,
                       .out = hidden,
                       .kernel = 3,
                       .stride = spec.stride,
                       .pad = 1,
                       .groups = hidden});
    y = Conv(g, next(), y, {.in = hidden, .out = spec.out});
    y = BatchNorm(g, next(), y, spec.out);
  }
  return spec.stride == 1 && spec.in == spec.out ? g.Node("Add", {x, y}) : y;
}

// Blocks that share a line of table 2 of the paper.
struct Line {
  int64_t expansion;
  int64_t channels;
  int64_t blocks;
  int64_t stride;
};
constexpr Line kLines[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                           {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
constexpr int64_t kMobilenetLastChannels = 1280;

Value MobilenetFeatures(GraphBuilder& g, Value x) {
  const Scope scope(g, "features");
  int module = 0;
  const auto next = [&module] { return fmt::format("features.{}", module++); };
  x = ConvNormRelu6(g, next(), x, {.in = 3, .out = 32, .kernel = 3, .stride = 2, .pad = 1});
  int64_t in = 32;
  for (const Line& line : kLines) {
    for (int64_t i = 0; i < line.blocks; ++i) {
      const Scope block(g, next());
      x = InvertedResidual(g, x, {in, line.channels, i == 0 ? line.stride : 1, line.expansion});
      in = line.channels;
    }
  }
  return ConvNormRelu6(g, next(), x, {.in = in, .out = kMobilenetLastChannels});
}

// A depthwise separable convolution of v1.
Value Separable(GraphBuilder& g, const std::string& name, const Value& x, int64_t in, int64_t out,
                int64_t stride) {
  const Scope scope(g, name);
  const Value y =
      ConvNormRelu(g, name + ".0", x,
                   {.in = in, .out = in, .kernel = 3, .stride = stride, .pad = 1, .groups = in});
  return ConvNormRelu(g, name + ".1", y, {.in = in, .out = out});
}

// Table 1 of the v1 paper: channels and stride of each separable convolution.
struct SeparableLine {
  int64_t channels;
  int64_t stride;
};
constexpr SeparableLine kSeparableLines[] = {{64, 1},  {128, 2},  {128, 1}, {256, 2}, {256, 1},
                                             {512, 2}, {512, 1},  {512, 1}, {512, 1}, {512, 1},
                                             {512, 1}, {1024, 2}, {1024, 1}};

}  // namespace

void MobileNetV1(GraphBuilder& g) {
  Value x = ImageInput(g);
  x = ConvNormRelu(g, "features.0", x, {.in = 3, .out = 32, .kernel = 3, .stride = 2, .pad = 1});
  int64_t in = 32;
  int module = 1;
  for (const SeparableLine& line : kSeparableLines) {
    x = Separable(g, fmt::format("features.{}", module++), x, in, line.channels, line.stride);
    in = line.channels;
  }
  x = Flatten(g, GlobalAveragePool(g, "pool", x));
  ClassesOutput(g, Gemm(g, "classifier", x, in, 1000));
}

void MobileNetV2(GraphBuilder& g) {
  Value x = MobilenetFeatures(g, ImageInput(g));
  x = g.Node("GlobalAveragePool", {x});
  x = Flatten(g, x);
  const Scope scope(g, "classifier");
  ClassesOutput(g, Gemm(g, "classifier.1", x, kMobilenetLastChannels, 1000));
}

}  // namespace roofline::examples
