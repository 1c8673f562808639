// Vision transformer ViT-B/16: https://arxiv.org/abs/2010.11929.

#include <fmt/format.h>

#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"
#include "client/examples/generator/transformer.h"

namespace roofline::examples {
namespace {

constexpr int64_t kVitLayers = 12;
constexpr int64_t kVitHeads = 12;
constexpr int64_t kVitHeadSize = 64;
constexpr int64_t kVitWidth = kVitHeads * kVitHeadSize;
constexpr int64_t kVitInnerWidth = 3072;
constexpr int64_t kPatch = 16;
constexpr float kVitEpsilon = 1e-6F;

constexpr int64_t Patches(int64_t side) { return (side / kPatch) * (side / kPatch); }

// [batch, 1 + patches, width]: the class token, then the patches.
Value Tokens(GraphBuilder& g, const Value& image, int64_t side) {
  const Value batch = ScalarExtent(g, image, 0);
  const Value patches =
      Conv(g, "conv_proj", image,
           {.in = 3, .out = kVitWidth, .kernel = kPatch, .stride = kPatch, .bias = true});
  const Value columns =
      Transpose(g, Reshape(g, patches, {batch, kVitWidth, Patches(side)}), {0, 2, 1});
  const Value shape = g.Node("Concat", {AsVector(g, batch), g.Integers({-1}), g.Integers({-1})},
                             {{"axis", int64_t{0}}});
  // As exporters write an expand() whose -1 stands for "as it is".
  const Value class_token = g.Weight("class_token", {1, 1, kVitWidth});
  const Value ones = g.Integers({1, 1, 1});
  const Value any = g.Node("Equal", {shape, g.Node("Mul", {ones, g.Integer(-1)})});
  const Value target = g.Node("Where", {any, ones, shape});
  const Value token = g.Node("Expand", {class_token, target});
  return g.Node("Concat", {token, columns}, {{"axis", int64_t{1}}});
}

Value Attention(GraphBuilder& g, const Value& x) {
  const Scope scope(g, "self_attention");
  const Value rows = Linear(g, "in_proj", x, kVitWidth, 3 * kVitWidth);
  const std::vector<Value> parts = g.Node(
      "Split", {rows, g.Integers({kVitWidth, kVitWidth, kVitWidth})}, {{"axis", int64_t{2}}}, 3);
  const Value query = SplitHeads(g, parts[0], kVitHeads, kVitHeadSize, {0, 2, 1, 3});
  const Value key = SplitHeads(g, parts[1], kVitHeads, kVitHeadSize, {0, 2, 3, 1});
  const Value value = SplitHeads(g, parts[2], kVitHeads, kVitHeadSize, {0, 2, 1, 3});
  const Value scaled = g.Node("Mul", {query, g.Real(0.125F)});  // 1 / sqrt of the head size
  const Value scores = g.Node("MatMul", {scaled, key});
  const Value weights = g.Node("Softmax", {scores}, {{"axis", int64_t{-1}}});
  return Linear(g, "out_proj", JoinHeads(g, g.Node("MatMul", {weights, value}), kVitWidth),
                kVitWidth, kVitWidth);
}

Value VitMlp(GraphBuilder& g, const Value& x) {
  const Scope scope(g, "mlp");
  const Value inner = Linear(g, "mlp.0", x, kVitWidth, kVitInnerWidth);
  return Linear(g, "mlp.3", Gelu(g, inner), kVitInnerWidth, kVitWidth);
}

Value EncoderLayer(GraphBuilder& g, const Value& x) {
  const Value attended = Attention(g, LayerNorm(g, "ln_1", x, kVitWidth, kVitEpsilon));
  const Value residual = g.Node("Add", {attended, x});
  return g.Node("Add",
                {residual, VitMlp(g, LayerNorm(g, "ln_2", residual, kVitWidth, kVitEpsilon))});
}

Value Encoder(GraphBuilder& g, Value x, int64_t side) {
  const Scope scope(g, "encoder");
  x = g.Node("Add", {x, g.Weight("pos_embedding", {1, 1 + Patches(side), kVitWidth})});
  for (int64_t i = 0; i < kVitLayers; ++i) {
    const Scope layer(g, fmt::format("layers.encoder_layer_{}", i));
    x = EncoderLayer(g, x);
  }
  return LayerNorm(g, "ln", x, kVitWidth, kVitEpsilon);
}

void Vit(GraphBuilder& g, int64_t side) {
  const Value x = Encoder(g, Tokens(g, ImageInput(g, side), side), side);
  const Value first = g.Node("Gather", {x, g.Integer(0)}, {{"axis", int64_t{1}}});
  ClassesOutput(g, Gemm(g, "heads.head", first, kVitWidth, 1000));
}

}  // namespace

void VitB16(GraphBuilder& g) { Vit(g, 224); }

void VitB16Of384(GraphBuilder& g) { Vit(g, 384); }

}  // namespace roofline::examples
