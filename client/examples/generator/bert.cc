// BERT: https://arxiv.org/abs/1810.04805, as Hugging Face transformers export it.

#include <fmt/format.h>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"
#include "client/examples/generator/transformer.h"

namespace roofline::examples {
namespace {

constexpr int64_t kBertHeadSize = 64;

// The sizes of a configuration, "uncased".
struct Sizes {
  int64_t layers;
  int64_t heads;

  int64_t width() const { return heads * kBertHeadSize; }
  int64_t inner_width() const { return 4 * width(); }
};
constexpr Sizes kBase = {.layers = 12, .heads = 12};
constexpr Sizes kLarge = {.layers = 24, .heads = 16};
constexpr int64_t kBertVocabulary = 30522;
constexpr int64_t kBertPositions = 512;
constexpr int64_t kTokenTypes = 2;
constexpr float kBertEpsilon = 1e-12F;

// Rows of a table [rows, width] owned by module `name`.
Value Lookup(GraphBuilder& g, std::string_view name, int64_t rows, int64_t width,
             const Value& ids) {
  const Scope scope(g, name);
  return g.Node("Gather", {g.Weight("weight", {rows, width}), ids}, {{"axis", int64_t{0}}});
}

Value Embeddings(GraphBuilder& g, const Sizes& sizes, const Value& input_ids,
                 const Value& token_type_ids) {
  const int64_t width = sizes.width();
  const Scope scope(g, "embeddings");
  const Value all_positions = g.Indices("position_ids", {1, kBertPositions});
  const Value sequence = AsVector(g, ScalarExtent(g, input_ids, 1));
  const Value positions =
      g.Node("Slice", {all_positions, g.Integers({0}), sequence, g.Integers({1}), g.Integers({1})});
  const Value words = Lookup(g, "word_embeddings", kBertVocabulary, width, input_ids);
  const Value types = Lookup(g, "token_type_embeddings", kTokenTypes, width, token_type_ids);
  const Value sum = g.Node("Add", {words, types});
  const Value places = Lookup(g, "position_embeddings", kBertPositions, width, positions);
  return LayerNorm(g, "LayerNorm", g.Node("Add", {sum, places}), width, kBertEpsilon);
}

Value SelfAttention(GraphBuilder& g, const Sizes& sizes, const Value& x, const Value& mask) {
  const int64_t width = sizes.width();
  const Scope scope(g, "self");
  const Value query_rows = Linear(g, "query", x, width, width);
  const Value key_rows = Linear(g, "key", x, width, width);
  const Value key = SplitHeads(g, key_rows, sizes.heads, kBertHeadSize, {0, 2, 3, 1});
  const Value value_rows = Linear(g, "value", x, width, width);
  const Value value = SplitHeads(g, value_rows, sizes.heads, kBertHeadSize, {0, 2, 1, 3});
  const Value query = SplitHeads(g, query_rows, sizes.heads, kBertHeadSize, {0, 2, 1, 3});
  const Value scores = g.Node("Div", {g.Node("MatMul", {query, key}), g.Real(8)});  // sqrt 64
  const Value masked = g.Node("Add", {scores, mask});
  const Value weights = g.Node("Softmax", {masked}, {{"axis", int64_t{-1}}});
  return JoinHeads(g, g.Node("MatMul", {weights, value}), width);
}

// A projection, the residual and a layer norm.
Value OutputModule(GraphBuilder& g, const Sizes& sizes, const Value& x, int64_t in,
                   const Value& residual) {
  const int64_t width = sizes.width();
  const Scope scope(g, "output");
  const Value projected = Linear(g, "dense", x, in, width);
  return LayerNorm(g, "LayerNorm", g.Node("Add", {projected, residual}), width, kBertEpsilon);
}

Value Attention(GraphBuilder& g, const Sizes& sizes, const Value& x, const Value& mask) {
  const Scope scope(g, "attention");
  return OutputModule(g, sizes, SelfAttention(g, sizes, x, mask), sizes.width(), x);
}

Value Intermediate(GraphBuilder& g, const Sizes& sizes, const Value& x) {
  const Scope scope(g, "intermediate");
  const Value inner = Linear(g, "dense", x, sizes.width(), sizes.inner_width());
  const Scope activation(g, "intermediate_act_fn");
  return Gelu(g, inner);
}

Value Encoder(GraphBuilder& g, const Sizes& sizes, Value x, const Value& mask) {
  const Scope scope(g, "encoder");
  for (int64_t i = 0; i < sizes.layers; ++i) {
    const Scope layer(g, fmt::format("layer.{}", i));
    const Value attended = Attention(g, sizes, x, mask);
    x = OutputModule(g, sizes, Intermediate(g, sizes, attended), sizes.inner_width(), attended);
  }
  return x;
}

Value Pooler(GraphBuilder& g, const Sizes& sizes, const Value& x) {
  const Scope scope(g, "pooler");
  const Value first = g.Node("Gather", {x, g.Integer(0)}, {{"axis", int64_t{1}}});
  const Value dense = Gemm(g, "dense", first, sizes.width(), sizes.width());
  const Scope activation(g, "activation");
  return g.Node("Tanh", {dense});
}

void Bert(GraphBuilder& g, const Sizes& sizes) {
  const Dims ids = {"batch", "sequence"};
  const Value input_ids = g.Input("input_ids", onnx::TensorProto::INT64, ids);
  const Value attention_mask = g.Input("attention_mask", onnx::TensorProto::INT64, ids);
  const Value token_type_ids = g.Input("token_type_ids", onnx::TensorProto::INT64, ids);
  const Value mask = AdditiveMask(g, attention_mask);
  const Value embedded = Embeddings(g, sizes, input_ids, token_type_ids);
  const Value encoded = Encoder(g, sizes, embedded, mask);
  const Value pooled = Pooler(g, sizes, encoded);
  g.Output(encoded, "last_hidden_state", g.float_type(), {"batch", "sequence", sizes.width()});
  g.Output(pooled, "pooler_output", g.float_type(), {"batch", sizes.width()});
}

}  // namespace

void BertBase(GraphBuilder& g) { Bert(g, kBase); }

void BertLarge(GraphBuilder& g) { Bert(g, kLarge); }

}  // namespace roofline::examples
