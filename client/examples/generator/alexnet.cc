// AlexNet: in one column, https://arxiv.org/abs/1404.5997, as torchvision has it; and as published
// first, in two halves with local response norms, as Caffe and MXNet have it.

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

Value AlexnetFeatures(GraphBuilder& g, Value x) {
  const Scope scope(g, "features");
  constexpr PoolSpec kPool = {.kernel = 3, .stride = 2};
  x = Conv(g, "features.0", x,
           {.in = 3, .out = 64, .kernel = 11, .stride = 4, .pad = 2, .bias = true});
  x = MaxPool(g, "features.2", Relu(g, "features.1", x), kPool);
  x = Conv(g, "features.3", x, {.in = 64, .out = 192, .kernel = 5, .pad = 2, .bias = true});
  x = MaxPool(g, "features.5", Relu(g, "features.4", x), kPool);
  x = Conv(g, "features.6", x, {.in = 192, .out = 384, .kernel = 3, .pad = 1, .bias = true});
  x = Relu(g, "features.7", x);
  x = Conv(g, "features.8", x, {.in = 384, .out = 256, .kernel = 3, .pad = 1, .bias = true});
  x = Relu(g, "features.9", x);
  x = Conv(g, "features.10", x, {.in = 256, .out = 256, .kernel = 3, .pad = 1, .bias = true});
  return MaxPool(g, "features.12", Relu(g, "features.11", x), kPool);
}

Value OriginalFeatures(GraphBuilder& g, Value x) {
  constexpr PoolSpec kPool = {.kernel = 3, .stride = 2};
  x = Conv(g, "conv1", x, {.in = 3, .out = 96, .kernel = 11, .stride = 4, .bias = true});
  x = LocalResponseNorm(g, "norm1", Relu(g, "relu1", x));
  x = MaxPool(g, "pool1", x, kPool);
  x = Conv(g, "conv2", x, {.in = 96, .out = 256, .kernel = 5, .pad = 2, .groups = 2, .bias = true});
  x = LocalResponseNorm(g, "norm2", Relu(g, "relu2", x));
  x = MaxPool(g, "pool2", x, kPool);
  x = Conv(g, "conv3", x, {.in = 256, .out = 384, .kernel = 3, .pad = 1, .bias = true});
  x = Relu(g, "relu3", x);
  x = Conv(g, "conv4", x,
           {.in = 384, .out = 384, .kernel = 3, .pad = 1, .groups = 2, .bias = true});
  x = Relu(g, "relu4", x);
  x = Conv(g, "conv5", x,
           {.in = 384, .out = 256, .kernel = 3, .pad = 1, .groups = 2, .bias = true});
  return MaxPool(g, "pool5", Relu(g, "relu5", x), kPool);
}

}  // namespace

void AlexNetOriginal(GraphBuilder& g) {
  Value x = Flatten(g, OriginalFeatures(g, ImageInput(g, 227)));
  x = Relu(g, "relu6", Gemm(g, "fc6", x, 256 * 6 * 6, 4096));
  x = Relu(g, "relu7", Gemm(g, "fc7", x, 4096, 4096));
  x = Gemm(g, "fc8", x, 4096, 1000);
  ClassesOutput(g, g.Node("Softmax", {x}, {{"axis", int64_t{1}}}));
}

void AlexNet(GraphBuilder& g) {
  Value x = Flatten(g, AlexnetFeatures(g, ImageInput(g)));
  const Scope scope(g, "classifier");
  x = Gemm(g, "classifier.1", x, 256 * 6 * 6, 4096);
  x = Relu(g, "classifier.2", x);
  x = Gemm(g, "classifier.4", x, 4096, 4096);
  x = Relu(g, "classifier.5", x);
  ClassesOutput(g, Gemm(g, "classifier.6", x, 4096, 1000));
}

}  // namespace roofline::examples
