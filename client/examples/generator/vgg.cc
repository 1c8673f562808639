// VGG: https://arxiv.org/abs/1409.1556, without the dropouts that exporters drop for inference.

#include <fmt/format.h>

#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

// Convolutions in each of the five stages.
using VggStages = std::vector<int64_t>;

// Numbers its modules as torchvision does: each convolution, batch norm, ReLU and pooling takes
// one.
Value Features(GraphBuilder& g, Value x, const VggStages& stages, bool norm) {
  const Scope scope(g, "features");
  int module = 0;
  const auto next = [&module] { return fmt::format("features.{}", module++); };
  int64_t in = 3;
  int64_t out = 64;
  for (int64_t convolutions : stages) {
    for (int64_t i = 0; i < convolutions; ++i) {
      x = Conv(g, next(), x, {.in = in, .out = out, .kernel = 3, .pad = 1, .bias = true});
      if (norm) x = BatchNorm(g, next(), x, out);
      x = Relu(g, next(), x);
      in = out;
    }
    x = MaxPool(g, next(), x, {.kernel = 2, .stride = 2});
    out = in == 512 ? 512 : 2 * in;
  }
  return x;
}

Value VggClassifier(GraphBuilder& g, Value x) {
  const Scope scope(g, "classifier");
  x = Gemm(g, "classifier.0", x, 512 * 7 * 7, 4096);
  x = Relu(g, "classifier.1", x);
  x = Gemm(g, "classifier.3", x, 4096, 4096);
  x = Relu(g, "classifier.4", x);
  return Gemm(g, "classifier.6", x, 4096, 1000);
}

void Vgg(GraphBuilder& g, const VggStages& stages, bool norm = false) {
  Value x = Features(g, ImageInput(g), stages, norm);
  x = Flatten(g, x);
  x = VggClassifier(g, x);
  ClassesOutput(g, g.Node("Softmax", {x}, {{"axis", int64_t{1}}}));
}

constexpr bool kNorm = true;

}  // namespace

void Vgg11(GraphBuilder& g) { Vgg(g, {1, 1, 2, 2, 2}); }

void Vgg13(GraphBuilder& g) { Vgg(g, {2, 2, 2, 2, 2}); }

void Vgg16(GraphBuilder& g) { Vgg(g, {2, 2, 3, 3, 3}); }

void Vgg19(GraphBuilder& g) { Vgg(g, {2, 2, 4, 4, 4}); }

void Vgg11WithNorm(GraphBuilder& g) { Vgg(g, {1, 1, 2, 2, 2}, kNorm); }

void Vgg13WithNorm(GraphBuilder& g) { Vgg(g, {2, 2, 2, 2, 2}, kNorm); }

void Vgg16WithNorm(GraphBuilder& g) { Vgg(g, {2, 2, 3, 3, 3}, kNorm); }

void Vgg19WithNorm(GraphBuilder& g) { Vgg(g, {2, 2, 4, 4, 4}, kNorm); }

}  // namespace roofline::examples
