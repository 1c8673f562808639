// GoogLeNet: https://arxiv.org/abs/1409.4842, for inference, as Caffe has it; and Inception-BN:
// https://arxiv.org/abs/1502.03167, as MXNet has it.

#include <fmt/format.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

constexpr PoolSpec kHalve = {.kernel = 3, .stride = 2, .ceil = true};
constexpr PoolSpec kSmooth = {.kernel = 3, .stride = 1, .pad = 1};

Value ConvRelu(GraphBuilder& g, const std::string& name, const Value& x, ConvSpec spec) {
  const Scope scope(g, name);
  spec.bias = true;
  return Relu(g, "relu", Conv(g, "conv", x, spec));
}

Value ConvNorm(GraphBuilder& g, const std::string& name, const Value& x, ConvSpec spec) {
  const Scope scope(g, name);
  spec.bias = true;
  return Relu(g, "relu", BatchNorm(g, "bn", Conv(g, "conv", x, spec), spec.out));
}

// Output channels of the branches of a module of GoogLeNet.
struct Module {
  std::string_view name;
  int64_t one;
  int64_t reduce3;
  int64_t three;
  int64_t reduce5;
  int64_t five;
  int64_t pool;

  int64_t out() const { return one + three + five + pool; }
};

Value GoogLeNetModule(GraphBuilder& g, const Module& m, const Value& x, int64_t in) {
  const Scope scope(g, m.name);
  const Value one = ConvRelu(g, "1x1", x, {.in = in, .out = m.one});
  Value three = ConvRelu(g, "3x3_reduce", x, {.in = in, .out = m.reduce3});
  three = ConvRelu(g, "3x3", three, {.in = m.reduce3, .out = m.three, .kernel = 3, .pad = 1});
  Value five = ConvRelu(g, "5x5_reduce", x, {.in = in, .out = m.reduce5});
  five = ConvRelu(g, "5x5", five, {.in = m.reduce5, .out = m.five, .kernel = 5, .pad = 2});
  Value pool = MaxPool(g, "pool", x, kSmooth);
  pool = ConvRelu(g, "pool_proj", pool, {.in = in, .out = m.pool});
  return ConcatChannels(g, {one, three, five, pool});
}

constexpr Module kModules[] = {
    {"inception_3a", 64, 96, 128, 16, 32, 32},     {"inception_3b", 128, 128, 192, 32, 96, 64},
    {"inception_4a", 192, 96, 208, 16, 48, 64},    {"inception_4b", 160, 112, 224, 24, 64, 64},
    {"inception_4c", 128, 128, 256, 24, 64, 64},   {"inception_4d", 112, 144, 288, 32, 64, 64},
    {"inception_4e", 256, 160, 320, 32, 128, 128}, {"inception_5a", 256, 160, 320, 32, 128, 128},
    {"inception_5b", 384, 192, 384, 48, 128, 128},
};

// A module of Inception-BN. Without a 1x1 branch (one == 0) it halves the image and passes its
// input through a pooling.
struct NormModule {
  std::string_view name;
  int64_t one;
  int64_t reduce3;
  int64_t three;
  int64_t reduce_double;
  int64_t double_three;
  int64_t pool;
  bool max_pool = false;

  bool halves() const { return one == 0; }
};

Value PoolBranch(GraphBuilder& g, const NormModule& m, const Value& x, int64_t in) {
  if (m.halves()) return MaxPool(g, "pool", x, kHalve);
  const Value pooled =
      m.max_pool ? MaxPool(g, "pool", x, kSmooth) : AveragePool(g, "pool", x, kSmooth);
  return ConvNorm(g, "proj", pooled, {.in = in, .out = m.pool});
}

// The result and its channels.
std::pair<Value, int64_t> InceptionBnModule(GraphBuilder& g, const NormModule& m, const Value& x,
                                            int64_t in) {
  const Scope scope(g, m.name);
  const int64_t stride = m.halves() ? 2 : 1;
  std::vector<Value> branches;
  if (!m.halves()) branches.push_back(ConvNorm(g, "1x1", x, {.in = in, .out = m.one}));
  Value three = ConvNorm(g, "3x3_reduce", x, {.in = in, .out = m.reduce3});
  branches.push_back(ConvNorm(
      g, "3x3", three, {.in = m.reduce3, .out = m.three, .kernel = 3, .stride = stride, .pad = 1}));
  Value twice = ConvNorm(g, "double_3x3_reduce", x, {.in = in, .out = m.reduce_double});
  twice = ConvNorm(g, "double_3x3_0", twice,
                   {.in = m.reduce_double, .out = m.double_three, .kernel = 3, .pad = 1});
  branches.push_back(ConvNorm(
      g, "double_3x3_1", twice,
      {.in = m.double_three, .out = m.double_three, .kernel = 3, .stride = stride, .pad = 1}));
  branches.push_back(PoolBranch(g, m, x, in));
  const int64_t pooled = m.halves() ? in : m.pool;
  return {ConcatChannels(g, branches), m.one + m.three + m.double_three + pooled};
}

constexpr NormModule kNormModules[] = {
    {"3a", 64, 64, 64, 64, 96, 32},       {"3b", 64, 64, 96, 64, 96, 64},
    {"3c", 0, 128, 160, 64, 96, 0},       {"4a", 224, 64, 96, 96, 128, 128},
    {"4b", 192, 96, 128, 96, 128, 128},   {"4c", 160, 128, 160, 128, 160, 128},
    {"4d", 96, 128, 192, 160, 192, 128},  {"4e", 0, 128, 192, 192, 256, 0},
    {"5a", 352, 192, 320, 160, 224, 128}, {"5b", 352, 192, 320, 192, 224, 128, true},
};

}  // namespace

void GoogLeNet(GraphBuilder& g) {
  Value x = ImageInput(g);
  x = ConvRelu(g, "conv1", x, {.in = 3, .out = 64, .kernel = 7, .stride = 2, .pad = 3});
  x = LocalResponseNorm(g, "norm1", MaxPool(g, "pool1", x, kHalve));
  x = ConvRelu(g, "conv2_reduce", x, {.in = 64, .out = 64});
  x = ConvRelu(g, "conv2", x, {.in = 64, .out = 192, .kernel = 3, .pad = 1});
  x = MaxPool(g, "pool2", LocalResponseNorm(g, "norm2", x), kHalve);
  int64_t channels = 192;
  for (const Module& module : kModules) {
    if (module.name == "inception_4a") x = MaxPool(g, "pool3", x, kHalve);
    if (module.name == "inception_5a") x = MaxPool(g, "pool4", x, kHalve);
    x = GoogLeNetModule(g, module, x, channels);
    channels = module.out();
  }
  x = Flatten(g, AveragePool(g, "pool5", x, {.kernel = 7, .stride = 1}));
  x = Gemm(g, "classifier", x, channels, 1000);
  ClassesOutput(g, g.Node("Softmax", {x}, {{"axis", int64_t{1}}}));
}

void InceptionBn(GraphBuilder& g) {
  Value x = ImageInput(g);
  x = ConvNorm(g, "1", x, {.in = 3, .out = 64, .kernel = 7, .stride = 2, .pad = 3});
  x = MaxPool(g, "pool_1", x, kHalve);
  x = ConvNorm(g, "2_red", x, {.in = 64, .out = 64});
  x = ConvNorm(g, "2", x, {.in = 64, .out = 192, .kernel = 3, .pad = 1});
  x = MaxPool(g, "pool_2", x, kHalve);
  int64_t channels = 192;
  for (const NormModule& module : kNormModules) {
    std::tie(x, channels) = InceptionBnModule(g, module, x, channels);
  }
  x = Flatten(g, AveragePool(g, "global_pool", x, {.kernel = 7, .stride = 1}));
  x = Gemm(g, "fc1", x, channels, 1000);
  ClassesOutput(g, g.Node("Softmax", {x}, {{"axis", int64_t{1}}}));
}

}  // namespace roofline::examples
