// Residual networks: https://arxiv.org/abs/1512.03385, in the layouts of Chainer and torchvision.

#include <fmt/format.h>

#include <array>
#include <map>
#include <string>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

enum class ResnetBlock { kBasic, kBottleneck };

struct ResNetSpec {
  std::array<int64_t, 4> blocks;
  ResnetBlock block = ResnetBlock::kBottleneck;
  int64_t groups = 1;
  int64_t width_per_group = 64;
  // The paper halves the image in the first 1x1 of a bottleneck, v1.5 in its 3x3.
  bool stride_in_first = false;
};

constexpr ResNetSpec kResNet50 = {.blocks = {3, 4, 6, 3}};

struct BlockSpec {
  int64_t in;
  int64_t width;
  int64_t out;
  int64_t stride;
};

Value ConvNorm(GraphBuilder& g, std::string_view conv, std::string_view norm, const Value& x,
               const ConvSpec& spec) {
  return BatchNorm(g, norm, Conv(g, conv, x, spec), spec.out);
}

Value BasicBranch(GraphBuilder& g, const Value& x, const BlockSpec& block) {
  Value y =
      ConvNorm(g, "conv1", "bn1", x,
               {.in = block.in, .out = block.width, .kernel = 3, .stride = block.stride, .pad = 1});
  y = Relu(g, "relu", y);
  return ConvNorm(g, "conv2", "bn2", y,
                  {.in = block.width, .out = block.out, .kernel = 3, .pad = 1});
}

Value BottleneckBranch(GraphBuilder& g, const Value& x, const BlockSpec& block,
                       const ResNetSpec& net) {
  const int64_t first = net.stride_in_first ? block.stride : 1;
  Value y = ConvNorm(g, "conv1", "bn1", x, {.in = block.in, .out = block.width, .stride = first});
  y = Relu(g, "relu", y);
  y = ConvNorm(g, "conv2", "bn2", y,
               {.in = block.width,
                .out = block.width,
                .kernel = 3,
                .stride = block.stride / first,
                .pad = 1,
                .groups = net.groups});
  y = Relu(g, "relu", y);
  return ConvNorm(g, "conv3", "bn3", y, {.in = block.width, .out = block.out});
}

Value ResidualBlock(GraphBuilder& g, const Value& x, const BlockSpec& block,
                    const ResNetSpec& net) {
  const Value branch = net.block == ResnetBlock::kBasic ? BasicBranch(g, x, block)
                                                        : BottleneckBranch(g, x, block, net);
  Value shortcut = x;
  if (block.stride != 1 || block.in != block.out) {
    const Scope scope(g, "downsample");
    shortcut = ConvNorm(g, "downsample.0", "downsample.1", x,
                        {.in = block.in, .out = block.out, .stride = block.stride});
  }
  const Value sum = g.Node("Add", {branch, shortcut});
  return Relu(g, "relu", sum);
}

// The four stages. x has 64 channels, the result 512 (basic) or 2048 (bottleneck).
Value ResnetStages(GraphBuilder& g, Value x, const ResNetSpec& net) {
  int64_t in = 64;
  for (size_t stage = 0; stage < net.blocks.size(); ++stage) {
    const std::string layer = fmt::format("layer{}", stage + 1);
    const Scope stage_scope(g, layer);
    const int64_t planes = int64_t{64} << stage;
    const bool basic = net.block == ResnetBlock::kBasic;
    const int64_t width = basic ? planes : planes * net.width_per_group / 64 * net.groups;
    const int64_t out = basic ? planes : 4 * planes;
    for (int64_t i = 0; i < net.blocks[stage]; ++i) {
      const Scope block_scope(g, fmt::format("{}.{}", layer, i));
      const int64_t stride = i == 0 && stage > 0 ? 2 : 1;
      x = ResidualBlock(g, x, {in, width, out, stride}, net);
      in = out;
    }
  }
  return x;
}

// As torchvision exports it.
void ResNet(GraphBuilder& g, const ResNetSpec& net) {
  Value x = ImageInput(g);
  x = ConvNorm(g, "conv1", "bn1", x, {.in = 3, .out = 64, .kernel = 7, .stride = 2, .pad = 3});
  x = Relu(g, "relu", x);
  x = MaxPool(g, "maxpool", x, {.kernel = 3, .stride = 2, .pad = 1});
  x = ResnetStages(g, x, net);
  x = GlobalAveragePool(g, "avgpool", x);
  x = Flatten(g, x);
  ClassesOutput(g, Gemm(g, "fc", x, net.block == ResnetBlock::kBasic ? 512 : 2048, 1000));
}

// "Convolution2DFunction-1", ...: a Chainer function and how often it has been called.
NodeNamer ChainerNamer() {
  return [uses = std::map<std::string, int>()](std::string_view, std::string_view op) mutable {
    static const std::map<std::string_view, std::string_view> kFunctions = {
        {"AveragePool", "AveragePooling2D"}, {"BatchNormalization", "FixedBatchNormalization"},
        {"Conv", "Convolution2DFunction"},   {"Gemm", "LinearFunction"},
        {"MaxPool", "MaxPooling2D"},         {"Relu", "ReLU"},
    };
    const auto found = kFunctions.find(op);
    const std::string function(found == kFunctions.end() ? op : found->second);
    return fmt::format("{}-{}", function, ++uses[function]);
  };
}

}  // namespace

void ResNet50Original(GraphBuilder& g) {
  g.NameNodesBy(ChainerNamer());
  const Value target = g.ShapeVector("flat_shape", {0, -1});
  ResNetSpec net = kResNet50;
  net.stride_in_first = true;

  Value x = ImageInput(g);
  x = ConvNorm(g, "conv1", "bn1", x,
               {.in = 3, .out = 64, .kernel = 7, .stride = 2, .pad = 3, .bias = true});
  x = Relu(g, "relu", x);
  x = MaxPool(g, "pool1", x, {.kernel = 3, .stride = 2, .ceil = true});
  x = ResnetStages(g, x, net);
  x = AveragePool(g, "pool5", x, {.kernel = 7, .stride = 7});
  x = g.Node("Reshape", {x, target});
  x = Gemm(g, "fc", x, 2048, 1000);
  ClassesOutput(g, g.Node("Softmax", {x}, {{"axis", int64_t{1}}}));
}

void ResNet18(GraphBuilder& g) {
  ResNet(g, {.blocks = {2, 2, 2, 2}, .block = ResnetBlock::kBasic});
}

void ResNet34(GraphBuilder& g) {
  ResNet(g, {.blocks = {3, 4, 6, 3}, .block = ResnetBlock::kBasic});
}

void ResNet50(GraphBuilder& g) { ResNet(g, kResNet50); }

void ResNet101(GraphBuilder& g) { ResNet(g, {.blocks = {3, 4, 23, 3}}); }

void ResNet152(GraphBuilder& g) { ResNet(g, {.blocks = {3, 8, 36, 3}}); }

void ResNeXt50(GraphBuilder& g) {
  ResNet(g, {.blocks = {3, 4, 6, 3}, .groups = 32, .width_per_group = 4});
}

void ResNeXt101(GraphBuilder& g) {
  ResNet(g, {.blocks = {3, 4, 23, 3}, .groups = 32, .width_per_group = 8});
}

void WideResNet50(GraphBuilder& g) { ResNet(g, {.blocks = {3, 4, 6, 3}, .width_per_group = 128}); }

void WideResNet101(GraphBuilder& g) {
  ResNet(g, {.blocks = {3, 4, 23, 3}, .width_per_group = 128});
}

}  // namespace roofline::examples
