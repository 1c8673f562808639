// EfficientNet-B0: https://arxiv.org/abs/1905.11946.

#include <fmt/format.h>

#include <string>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

// Modules "<name>.0", ".1", ".2": convolution, batch norm, SiLU.
Value ConvNormSilu(GraphBuilder& g, const std::string& name, const Value& x, const ConvSpec& spec) {
  const Scope scope(g, name);
  Value y = Conv(g, name + ".0", x, spec);
  y = BatchNorm(g, name + ".1", y, spec.out);
  return Silu(g, name + ".2", y);
}

Value SqueezeExcite(GraphBuilder& g, const std::string& name, const Value& x, int64_t channels,
                    int64_t squeezed) {
  const Scope scope(g, name);
  Value gate = GlobalAveragePool(g, "avgpool", x);
  gate = Conv(g, "fc1", gate, {.in = channels, .out = squeezed, .bias = true});
  gate = Silu(g, "activation", gate);
  gate = Conv(g, "fc2", gate, {.in = squeezed, .out = channels, .bias = true});
  return g.Node("Mul", {g.Node("Sigmoid", {gate}), x});
}

// Blocks that share a line of table 1 of the paper.
struct Stage {
  int64_t expansion;
  int64_t kernel;
  int64_t stride;
  int64_t out;
  int64_t blocks;
};
constexpr Stage kStages[] = {{1, 3, 1, 16, 1}, {6, 3, 2, 24, 2},  {6, 5, 2, 40, 2},
                             {6, 3, 2, 80, 3}, {6, 5, 1, 112, 3}, {6, 5, 2, 192, 4},
                             {6, 3, 1, 320, 1}};
constexpr int64_t kEfficientnetLastChannels = 1280;

Value EfficientnetBlock(GraphBuilder& g, const Value& x, const Stage& stage, int64_t in,
                        int64_t stride) {
  const int64_t hidden = in * stage.expansion;
  int module = 0;
  const auto next = [&module] { return fmt::format("block.{}", module++); };
  Value y = x;
  {
    const Scope scope(g, "block");
    if (stage.expansion != 1) y = ConvNormSilu(g, next(), y, {.in = in, .out = hidden});
    y = ConvNormSilu(g, next(), y,
                     {.in = hidden,
                      .out = hidden,
                      .kernel = stage.kernel,
                      .stride = stride,
                      .pad = stage.kernel / 2,
                      .groups = hidden});
    y = SqueezeExcite(g, next(), y, hidden, in / 4);
    const std::string project = next();
    const Scope projection(g, project);
    y = Conv(g, project + ".0", y, {.in = hidden, .out = stage.out});
    y = BatchNorm(g, project + ".1", y, stage.out);
  }
  return stride == 1 && in == stage.out ? g.Node("Add", {y, x}) : y;
}

Value EfficientnetFeatures(GraphBuilder& g, Value x) {
  const Scope scope(g, "features");
  x = ConvNormSilu(g, "features.0", x, {.in = 3, .out = 32, .kernel = 3, .stride = 2, .pad = 1});
  int64_t in = 32;
  int module = 1;
  for (const Stage& stage : kStages) {
    const std::string name = fmt::format("features.{}", module++);
    const Scope stage_scope(g, name);
    for (int64_t i = 0; i < stage.blocks; ++i) {
      const Scope block_scope(g, fmt::format("{}.{}", name, i));
      x = EfficientnetBlock(g, x, stage, in, i == 0 ? stage.stride : 1);
      in = stage.out;
    }
  }
  return ConvNormSilu(g, fmt::format("features.{}", module), x,
                      {.in = in, .out = kEfficientnetLastChannels});
}

}  // namespace

void EfficientNetB0(GraphBuilder& g) {
  Value x = EfficientnetFeatures(g, ImageInput(g));
  x = Flatten(g, GlobalAveragePool(g, "avgpool", x));
  const Scope scope(g, "classifier");
  ClassesOutput(g, Gemm(g, "classifier.1", x, kEfficientnetLastChannels, 1000));
}

}  // namespace roofline::examples
