// GPT-2: "Language Models are Unsupervised Multitask Learners", Radford et al. 2019, in its
// smallest size, as Hugging Face transformers export it: one step over a cache of keys and values.

#include <fmt/format.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/transformer.h"

namespace roofline::examples {
namespace {

constexpr int64_t kGptLayers = 12;
constexpr int64_t kGptHeads = 12;
constexpr int64_t kGptHeadSize = 64;
constexpr int64_t kGptWidth = kGptHeads * kGptHeadSize;
constexpr int64_t kGptInnerWidth = 4 * kGptWidth;
constexpr int64_t kGptVocabulary = 50257;
constexpr int64_t kGptPositions = 1024;
constexpr float kGptEpsilon = 1e-5F;

struct GptCache {
  Value key;
  Value value;
};

// What every layer needs to know about positions.
struct Positions {
  Value attention_mask;  // additive, [batch, 1, 1, total]
  Value causal_mask;     // bool, [sequence, total]
};

// The library keeps these weights as [in, out] and flattens the batch: Gemm between two Reshapes.
Value Conv1D(GraphBuilder& g, std::string_view name, const Value& x, int64_t in, int64_t out) {
  const Scope scope(g, name);
  const Value batch = ScalarExtent(g, x, 0);
  const Value sequence = ScalarExtent(g, x, 1);
  const Value rows = g.Node("Reshape", {x, g.Integers({-1, in})});
  const Value weight = g.Weight("weight", {in, out});
  const Value bias = g.Weight("bias", {out});
  const Value y = g.Node("Gemm", {rows, weight, bias}, {{"alpha", 1.0F}, {"beta", 1.0F}});
  return Reshape(g, y, {batch, sequence, out});
}

Value Attend(GraphBuilder& g, const Value& query, const GptCache& cache,
             const Positions& positions) {
  const Value key = Transpose(g, cache.key, {0, 1, 3, 2});
  const Value product = g.Node("MatMul", {query, key});
  const Value scores = g.Node("Div", {product, g.Real(8)});  // sqrt of the head size
  const Value lowest = g.Real(LowestOf(g.float_type()));
  const Value causal = g.Node("Where", {positions.causal_mask, scores, lowest});
  const Value masked = g.Node("Add", {causal, positions.attention_mask});
  const Value weights = g.Node("Softmax", {masked}, {{"axis", int64_t{-1}}});
  return JoinHeads(g, g.Node("MatMul", {weights, cache.value}), kGptWidth);
}

// The result, and the cache grown by this step.
std::pair<Value, GptCache> Attention(GraphBuilder& g, const Value& x, const GptCache& past,
                                     const Positions& positions) {
  const Scope scope(g, "attn");
  const Value rows = Conv1D(g, "c_attn", x, kGptWidth, 3 * kGptWidth);
  const std::vector<Value> parts = g.Node(
      "Split", {rows, g.Integers({kGptWidth, kGptWidth, kGptWidth})}, {{"axis", int64_t{2}}}, 3);
  const Ints by_head = {0, 2, 1, 3};
  const Value query = SplitHeads(g, parts[0], kGptHeads, kGptHeadSize, by_head);
  const Value key = SplitHeads(g, parts[1], kGptHeads, kGptHeadSize, by_head);
  const Value value = SplitHeads(g, parts[2], kGptHeads, kGptHeadSize, by_head);
  const GptCache present = {g.Node("Concat", {past.key, key}, {{"axis", int64_t{2}}}),
                            g.Node("Concat", {past.value, value}, {{"axis", int64_t{2}}})};
  const Value attended = Attend(g, query, present, positions);
  return {Conv1D(g, "c_proj", attended, kGptWidth, kGptWidth), present};
}

Value GptMlp(GraphBuilder& g, const Value& x) {
  const Scope scope(g, "mlp");
  Value y = Conv1D(g, "c_fc", x, kGptWidth, kGptInnerWidth);
  {
    const Scope activation(g, "act");
    y = GeluTanh(g, y);
  }
  return Conv1D(g, "c_proj", y, kGptInnerWidth, kGptWidth);
}

std::pair<Value, GptCache> GptBlock(GraphBuilder& g, const Value& x, const GptCache& past,
                                    const Positions& positions) {
  const auto [attended, present] =
      Attention(g, LayerNorm(g, "ln_1", x, kGptWidth, kGptEpsilon), past, positions);
  const Value residual = g.Node("Add", {attended, x});
  const Value fed_forward = GptMlp(g, LayerNorm(g, "ln_2", residual, kGptWidth, kGptEpsilon));
  return {g.Node("Add", {residual, fed_forward}), present};
}

const Dims kCacheDims = {"batch", kGptHeads, "past_sequence", kGptHeadSize};
const Dims kPresentDims = {"batch", kGptHeads, "past_sequence + sequence", kGptHeadSize};

GptCache PastInput(GraphBuilder& g, int64_t layer) {
  const std::string prefix = fmt::format("past_key_values.{}", layer);
  return {g.Input(prefix + ".key", g.float_type(), kCacheDims),
          g.Input(prefix + ".value", g.float_type(), kCacheDims)};
}

}  // namespace

void GptSmall(GraphBuilder& g) {
  const Value input_ids = g.Input("input_ids", onnx::TensorProto::INT64, {"batch", "sequence"});
  const Value attention_mask =
      g.Input("attention_mask", onnx::TensorProto::INT64, {"batch", "past_sequence + sequence"});
  std::vector<GptCache> caches;
  for (int64_t i = 0; i < kGptLayers; ++i) caches.push_back(PastInput(g, i));

  Value x;
  Value token_table;
  {
    const Scope scope(g, "transformer");
    const Value sequence = ScalarExtent(g, input_ids, 1);
    const Value past = ScalarExtent(g, caches[0].key, 2);
    const Value total = g.Node("Add", {past, sequence});
    const Value position_ids = Range(g, past, total);
    const Positions positions = {AdditiveMask(g, attention_mask),
                                 CausalMask(g, position_ids, total)};

    token_table = g.Weight("wte.weight", {kGptVocabulary, kGptWidth});
    const Value position_table = g.Weight("wpe.weight", {kGptPositions, kGptWidth});
    const Value tokens = g.Node("Gather", {token_table, input_ids}, {{"axis", int64_t{0}}});
    const Value places =
        g.Node("Gather", {position_table, Unsqueeze(g, position_ids, 0)}, {{"axis", int64_t{0}}});
    x = g.Node("Add", {tokens, places});
    for (int64_t i = 0; i < kGptLayers; ++i) {
      const Scope layer(g, fmt::format("h.{}", i));
      std::tie(x, caches[i]) = GptBlock(g, x, caches[i], positions);
    }
    x = LayerNorm(g, "ln_f", x, kGptWidth, kGptEpsilon);
  }
  const Scope scope(g, "lm_head");
  const Value logits = g.Node("MatMul", {x, Transpose(g, token_table, {1, 0})});
  g.Output(logits, "logits", g.float_type(), {"batch", "sequence", kGptVocabulary});
  for (int64_t i = 0; i < kGptLayers; ++i) {
    g.Output(caches[i].key, fmt::format("present.{}.key", i), g.float_type(), kPresentDims);
    g.Output(caches[i].value, fmt::format("present.{}.value", i), g.float_type(), kPresentDims);
  }
}

}  // namespace roofline::examples
