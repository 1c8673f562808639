// Llama 3 8B: https://arxiv.org/abs/2407.21783, as Hugging Face transformers export it in half
// precision: one step over a cache of keys and values.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"
#include "client/examples/generator/transformer.h"

namespace roofline::examples {
namespace {

constexpr int64_t kLlamaLayers = 32;
constexpr int64_t kLlamaHeads = 32;
constexpr int64_t kKeyHeads = 8;
constexpr int64_t kShare = kLlamaHeads / kKeyHeads;  // query heads to a key head
constexpr int64_t kLlamaHeadSize = 128;
constexpr int64_t kLlamaWidth = kLlamaHeads * kLlamaHeadSize;
constexpr int64_t kLlamaInnerWidth = 14336;
constexpr int64_t kLlamaVocabulary = 128256;
constexpr float kRotaryBase = 500000;
constexpr float kLlamaEpsilon = 1e-5F;

constexpr auto kFloat = onnx::TensorProto::FLOAT;

Value Cast(GraphBuilder& g, const Value& x, ElementType type) {
  return g.Node("Cast", {x}, {{"to", int64_t{type}}});
}

// The norm is taken in single precision.
Value RmsNorm(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  const Value wide = Cast(g, x, kFloat);
  const Value squared = g.Node("Pow", {wide, g.Real(2, kFloat)});
  const Value mean =
      g.Node("ReduceMean", {squared}, {{"axes", Ints{-1}}, {"keepdims", int64_t{1}}});
  const Value root = g.Node("Sqrt", {g.Node("Add", {mean, g.Real(kLlamaEpsilon, kFloat)})});
  const Value inverse = g.Node("Div", {g.Real(1, kFloat), root});
  const Value normal = Cast(g, g.Node("Mul", {wide, inverse}), g.float_type());
  return g.Node("Mul", {g.Weight("weight", {kLlamaWidth}, 1), normal});
}

struct Rotary {
  Value cosine;  // [batch, 1, sequence, head size]
  Value sine;
};

Rotary RotaryTables(GraphBuilder& g, const Value& position_ids) {
  const Scope scope(g, "rotary_emb");
  std::vector<float> frequencies;
  for (int64_t i = 0; i < kLlamaHeadSize; i += 2) {
    frequencies.push_back(
        std::pow(kRotaryBase, -static_cast<float>(i) / static_cast<float>(kLlamaHeadSize)));
  }
  const Value positions = Unsqueeze(g, Cast(g, position_ids, kFloat), 2);
  const Value half = g.Node("Mul", {positions, g.Reals(frequencies)});
  const Value angles = g.Node("Concat", {half, half}, {{"axis", int64_t{-1}}});
  const Value cosine = Cast(g, g.Node("Cos", {angles}), g.float_type());
  const Value sine = Cast(g, g.Node("Sin", {angles}), g.float_type());
  return {Unsqueeze(g, cosine, 1), Unsqueeze(g, sine, 1)};
}

Value SliceLast(GraphBuilder& g, const Value& x, int64_t first, int64_t end) {
  return g.Node("Slice",
                {x, g.Integers({first}), g.Integers({end}), g.Integers({-1}), g.Integers({1})});
}

// x * cosine + (-second half, first half) * sine
Value Rotate(GraphBuilder& g, const Value& x, const Rotary& rotary) {
  const Value straight = g.Node("Mul", {x, rotary.cosine});
  const Value first = SliceLast(g, x, 0, kLlamaHeadSize / 2);
  const Value second = SliceLast(g, x, kLlamaHeadSize / 2, kLlamaHeadSize);
  const Value turned = g.Node("Concat", {g.Node("Neg", {second}), first}, {{"axis", int64_t{-1}}});
  return g.Node("Add", {straight, g.Node("Mul", {turned, rotary.sine})});
}

struct LlamaCache {
  Value key;
  Value value;
};

// x [batch, key heads, total, size] with each head as often as query heads share it.
Value RepeatHeads(GraphBuilder& g, const Value& x) {
  const Value batch = ScalarExtent(g, x, 0);
  const Value total = ScalarExtent(g, x, 2);
  const Value target = g.Node("Concat",
                              {AsVector(g, batch), g.Integers({kKeyHeads}), g.Integers({kShare}),
                               AsVector(g, total), g.Integers({kLlamaHeadSize})},
                              {{"axis", int64_t{0}}});
  const Value copies = g.Node("Expand", {Unsqueeze(g, x, 2), target});
  return Reshape(g, copies, {batch, kLlamaHeads, total, kLlamaHeadSize});
}

Value Attend(GraphBuilder& g, const Value& query, const LlamaCache& cache, const Value& mask) {
  const Value key = Transpose(g, RepeatHeads(g, cache.key), {0, 1, 3, 2});
  const Value value = RepeatHeads(g, cache.value);
  const float scale = 1 / std::sqrt(static_cast<float>(kLlamaHeadSize));
  const Value scores = g.Node("Mul", {g.Node("MatMul", {query, key}), g.Real(scale)});
  const Value masked = Cast(g, g.Node("Add", {scores, mask}), kFloat);
  const Value weights =
      Cast(g, g.Node("Softmax", {masked}, {{"axis", int64_t{-1}}}), g.float_type());
  return JoinHeads(g, g.Node("MatMul", {weights, value}), kLlamaWidth);
}

std::pair<Value, LlamaCache> Attention(GraphBuilder& g, const Value& x, const LlamaCache& past,
                                       const Rotary& rotary, const Value& mask) {
  const Scope scope(g, "self_attn");
  constexpr int64_t kKeyWidth = kKeyHeads * kLlamaHeadSize;
  const Ints by_head = {0, 2, 1, 3};
  const Value query_rows = Linear(g, "q_proj", x, kLlamaWidth, kLlamaWidth, false);
  const Value key_rows = Linear(g, "k_proj", x, kLlamaWidth, kKeyWidth, false);
  const Value value_rows = Linear(g, "v_proj", x, kLlamaWidth, kKeyWidth, false);
  const Value query =
      Rotate(g, SplitHeads(g, query_rows, kLlamaHeads, kLlamaHeadSize, by_head), rotary);
  const Value key = Rotate(g, SplitHeads(g, key_rows, kKeyHeads, kLlamaHeadSize, by_head), rotary);
  const Value value = SplitHeads(g, value_rows, kKeyHeads, kLlamaHeadSize, by_head);
  const LlamaCache present = {g.Node("Concat", {past.key, key}, {{"axis", int64_t{2}}}),
                              g.Node("Concat", {past.value, value}, {{"axis", int64_t{2}}})};
  const Value attended = Attend(g, query, present, mask);
  return {Linear(g, "o_proj", attended, kLlamaWidth, kLlamaWidth, false), present};
}

Value LlamaMlp(GraphBuilder& g, const Value& x) {
  const Scope scope(g, "mlp");
  const Value gate =
      Silu(g, "act_fn", Linear(g, "gate_proj", x, kLlamaWidth, kLlamaInnerWidth, false));
  const Value up = Linear(g, "up_proj", x, kLlamaWidth, kLlamaInnerWidth, false);
  return Linear(g, "down_proj", g.Node("Mul", {gate, up}), kLlamaInnerWidth, kLlamaWidth, false);
}

std::pair<Value, LlamaCache> Layer(GraphBuilder& g, const Value& x, const LlamaCache& past,
                                   const Rotary& rotary, const Value& mask) {
  const auto [attended, present] =
      Attention(g, RmsNorm(g, "input_layernorm", x), past, rotary, mask);
  const Value residual = g.Node("Add", {x, attended});
  const Value fed_forward = LlamaMlp(g, RmsNorm(g, "post_attention_layernorm", residual));
  return {g.Node("Add", {residual, fed_forward}), present};
}

// The causal and the padding mask in one, [batch, 1, sequence, total].
Value Mask(GraphBuilder& g, const Value& past, const Value& total, const Value& attention_mask) {
  const Value visible = CausalMask(g, Range(g, past, total), total);
  const Value allowed = g.Node("Where", {visible, g.Real(0), g.Real(LowestOf(g.float_type()))});
  return g.Node("Add", {allowed, AdditiveMask(g, attention_mask)});
}

Dims CacheDims(std::string_view positions) {
  return {"batch", kKeyHeads, std::string(positions), kLlamaHeadSize};
}

}  // namespace

void Llama3Of8B(GraphBuilder& g) {
  constexpr std::string_view kTotal = "past_sequence + sequence";
  const Value input_ids = g.Input("input_ids", onnx::TensorProto::INT64, {"batch", "sequence"});
  const Value attention_mask =
      g.Input("attention_mask", onnx::TensorProto::INT64, {"batch", std::string(kTotal)});
  const Value position_ids =
      g.Input("position_ids", onnx::TensorProto::INT64, {"batch", "sequence"});
  std::vector<LlamaCache> caches;
  for (int64_t i = 0; i < kLlamaLayers; ++i) {
    const std::string prefix = fmt::format("past_key_values.{}", i);
    caches.push_back({g.Input(prefix + ".key", g.float_type(), CacheDims("past_sequence")),
                      g.Input(prefix + ".value", g.float_type(), CacheDims("past_sequence"))});
  }
  Value x;
  {
    const Scope scope(g, "model");
    const Value table = g.Weight("embed_tokens.weight", {kLlamaVocabulary, kLlamaWidth});
    x = g.Node("Gather", {table, input_ids}, {{"axis", int64_t{0}}});
    const Value past = ScalarExtent(g, caches[0].key, 2);
    const Value total = g.Node("Add", {past, ScalarExtent(g, input_ids, 1)});
    const Value mask = Mask(g, past, total, attention_mask);
    const Rotary rotary = RotaryTables(g, position_ids);
    for (int64_t i = 0; i < kLlamaLayers; ++i) {
      const Scope layer(g, fmt::format("layers.{}", i));
      std::tie(x, caches[i]) = Layer(g, x, caches[i], rotary, mask);
    }
    x = RmsNorm(g, "norm", x);
  }
  g.Output(Linear(g, "lm_head", x, kLlamaWidth, kLlamaVocabulary, false), "logits", g.float_type(),
           {"batch", "sequence", kLlamaVocabulary});
  for (int64_t i = 0; i < kLlamaLayers; ++i) {
    const std::string prefix = fmt::format("present.{}", i);
    g.Output(caches[i].key, prefix + ".key", g.float_type(), CacheDims(kTotal));
    g.Output(caches[i].value, prefix + ".value", g.float_type(), CacheDims(kTotal));
  }
}

}  // namespace roofline::examples
