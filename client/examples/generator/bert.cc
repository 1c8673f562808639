// BERT: https://arxiv.org/abs/1810.04805, as Hugging Face transformers export it.

#include <fmt/format.h>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"
#include "client/examples/generator/transformer.h"

namespace roofline::examples {
namespace {

// The "base, uncased" configuration.
constexpr int64_t kLayers = 12;
constexpr int64_t kHeads = 12;
constexpr int64_t kHeadSize = 64;
constexpr int64_t kWidth = kHeads * kHeadSize;
constexpr int64_t kInnerWidth = 3072;
constexpr int64_t kVocabulary = 30522;
constexpr int64_t kPositions = 512;
constexpr int64_t kTokenTypes = 2;
constexpr float kEpsilon = 1e-12F;

// Rows of a table [rows, kWidth] owned by module `name`.
Value Lookup(GraphBuilder& g, std::string_view name, int64_t rows, const Value& ids) {
  const Scope scope(g, name);
  return g.Node("Gather", {g.Weight("weight", {rows, kWidth}), ids}, {{"axis", int64_t{0}}});
}

Value Embeddings(GraphBuilder& g, const Value& input_ids, const Value& token_type_ids) {
  const Scope scope(g, "embeddings");
  const Value all_positions = g.Indices("position_ids", {1, kPositions});
  const Value sequence = AsVector(g, ScalarExtent(g, input_ids, 1));
  const Value positions =
      g.Node("Slice", {all_positions, g.Integers({0}), sequence, g.Integers({1}), g.Integers({1})});
  const Value words = Lookup(g, "word_embeddings", kVocabulary, input_ids);
  const Value types = Lookup(g, "token_type_embeddings", kTokenTypes, token_type_ids);
  const Value sum = g.Node("Add", {words, types});
  const Value places = Lookup(g, "position_embeddings", kPositions, positions);
  return LayerNorm(g, "LayerNorm", g.Node("Add", {sum, places}), kWidth, kEpsilon);
}

Value SelfAttention(GraphBuilder& g, const Value& x, const Value& mask) {
  const Scope scope(g, "self");
  const Value query_rows = Linear(g, "query", x, kWidth, kWidth);
  const Value key_rows = Linear(g, "key", x, kWidth, kWidth);
  const Value key = SplitHeads(g, key_rows, kHeads, kHeadSize, {0, 2, 3, 1});
  const Value value_rows = Linear(g, "value", x, kWidth, kWidth);
  const Value value = SplitHeads(g, value_rows, kHeads, kHeadSize, {0, 2, 1, 3});
  const Value query = SplitHeads(g, query_rows, kHeads, kHeadSize, {0, 2, 1, 3});
  const Value scores = g.Node("Div", {g.Node("MatMul", {query, key}), g.Real(8)});  // sqrt 64
  const Value masked = g.Node("Add", {scores, mask});
  const Value weights = g.Node("Softmax", {masked}, {{"axis", int64_t{-1}}});
  return JoinHeads(g, g.Node("MatMul", {weights, value}), kWidth);
}

// A projection, the residual and a layer norm.
Value OutputModule(GraphBuilder& g, const Value& x, int64_t in, const Value& residual) {
  const Scope scope(g, "output");
  const Value projected = Linear(g, "dense", x, in, kWidth);
  return LayerNorm(g, "LayerNorm", g.Node("Add", {projected, residual}), kWidth, kEpsilon);
}

Value Attention(GraphBuilder& g, const Value& x, const Value& mask) {
  const Scope scope(g, "attention");
  return OutputModule(g, SelfAttention(g, x, mask), kWidth, x);
}

Value Intermediate(GraphBuilder& g, const Value& x) {
  const Scope scope(g, "intermediate");
  const Value inner = Linear(g, "dense", x, kWidth, kInnerWidth);
  const Scope activation(g, "intermediate_act_fn");
  return Gelu(g, inner);
}

Value Encoder(GraphBuilder& g, Value x, const Value& mask) {
  const Scope scope(g, "encoder");
  for (int64_t i = 0; i < kLayers; ++i) {
    const Scope layer(g, fmt::format("layer.{}", i));
    const Value attended = Attention(g, x, mask);
    x = OutputModule(g, Intermediate(g, attended), kInnerWidth, attended);
  }
  return x;
}

Value Pooler(GraphBuilder& g, const Value& x) {
  const Scope scope(g, "pooler");
  const Value first = g.Node("Gather", {x, g.Integer(0)}, {{"axis", int64_t{1}}});
  const Value dense = Gemm(g, "dense", first, kWidth, kWidth);
  const Scope activation(g, "activation");
  return g.Node("Tanh", {dense});
}

}  // namespace

void BertBase(GraphBuilder& g) {
  const Dims ids = {"batch", "sequence"};
  const Value input_ids = g.Input("input_ids", onnx::TensorProto::INT64, ids);
  const Value attention_mask = g.Input("attention_mask", onnx::TensorProto::INT64, ids);
  const Value token_type_ids = g.Input("token_type_ids", onnx::TensorProto::INT64, ids);
  const Value mask = AdditiveMask(g, attention_mask);
  const Value embedded = Embeddings(g, input_ids, token_type_ids);
  const Value encoded = Encoder(g, embedded, mask);
  const Value pooled = Pooler(g, encoded);
  g.Output(encoded, "last_hidden_state", g.float_type(), {"batch", "sequence", kWidth});
  g.Output(pooled, "pooler_output", g.float_type(), {"batch", kWidth});
}

}  // namespace roofline::examples
