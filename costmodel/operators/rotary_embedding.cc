#include <fmt/format.h>

#include <limits>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Where each form has its operands.
struct RotaryOperands {
  int cos;
  int sin;
  int positions;
};

RotaryOperands RotaryOperandsOf(const NodeView& node) {
  return node.node().domain.empty() ? RotaryOperands{1, 2, 3} : RotaryOperands{2, 3, 1};
}

struct RotaryExtents {
  Count tokens_and_heads;  // vectors that are rotated
  Count tokens;
  int64_t rotated = 0;  // elements of each vector that are
};

// X is [batch, heads, length, head], [batch, length, hidden] or, packed, [tokens, hidden].
absl::StatusOr<RotaryExtents> ReadRotaryExtents(const NodeView& node) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2 || Rank(x) > 4) return node.Conflict("expected X of rank 3 or 4");
  const RotaryOperands at = RotaryOperandsOf(node);
  if (!node.has_shape(at.cos) || !node.has_shape(at.sin) || node.shape(at.cos).empty())
    return node.Conflict("cos_cache and sin_cache are required");
  if (node.shape(at.cos) != node.shape(at.sin))
    return node.Conflict("cos_cache and sin_cache differ in shape");
  const int64_t half = node.shape(at.cos).back();
  if (half > std::numeric_limits<int64_t>::max() / 2) return node.Conflict("cos_cache overflows");
  int64_t rotated = node.attr_int("rotary_embedding_dim", 0);
  int64_t head = x.back();
  if (Rank(x) < 4) {
    int64_t heads = node.attr_int("num_heads", 0);
    // The contrib form may leave the heads out: a rotation is then as wide as its cache.
    if (heads == 0 && !node.node().domain.empty() && half > 0) heads = head / (2 * half);
    ASSIGN_OR_RETURN(head, SplitEvenly(node, x.back(), heads, "num_heads"));
  }
  if (rotated == 0) rotated = node.node().domain.empty() ? head : 2 * half;
  if (rotated < 0 || rotated > head || rotated % 2 != 0 || rotated / 2 != half) {
    return node.Conflict(
        fmt::format("{} of {} elements rotate, cos_cache has {} angles", rotated, head, half));
  }
  RotaryExtents e{.rotated = rotated};
  e.tokens_and_heads = head == 0 ? Count(0) : node.elements(0) / head;
  e.tokens = Rank(x) == 4 ? Count(x[0]) * x[2] : Rank(x) == 3 ? Count(x[0]) * x[1] : Count(x[0]);
  return e;
}

absl::Status InferRotary(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(ReadRotaryExtents(node).status());
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

// The rows of the caches that the tokens use are read, one a token at most.
void WorkRotary(const NodeView& node, Work& work) {
  const auto e = ReadRotaryExtents(node);
  if (!e.ok()) return;
  AddRotation(e->tokens_and_heads * e->rotated, work);
  const RotaryOperands at = RotaryOperandsOf(node);
  for (const int cache : {at.cos, at.sin}) {
    Count& bytes = work.read_bytes[static_cast<size_t>(cache)];
    const Count streams = node.op() == "MRotaryEmbedding" ? 3 : 1;
    bytes = Min(bytes, BytesOf(node.dtype(cache), streams * e->tokens * (e->rotated / 2)));
  }
}

// emb [batch, length, dim]; q, q_rot, k, k_rot [batch, heads, length, dim].
absl::Status InferGemma(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 3 || Rank(node.shape(1)) != 4 || Rank(node.shape(3)) != 4)
    return node.Conflict("expected emb of rank 3 and q, k of rank 4");
  if (node.shape(1) != node.shape(2) || node.shape(3) != node.shape(4))
    return node.Conflict("q and q_rot, or k and k_rot, differ in shape");
  out.Set(0, node.dtype(1), node.shape(1));
  out.Set(1, node.dtype(1), node.shape(3));
  return absl::OkStatus();
}

void WorkGemma(const NodeView& node, Work& work) {
  AddRotation(node.elements(1) + node.elements(3), work);
  work.transcendentals = node.elements(0) * 2;
}

constexpr std::string_view kRotaryFormula =
    "1 multiplication + 1 FMA per rotated element; of the caches one row a token is read";

OperatorRule ContribRotary(std::string_view op) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kElementwise,
          .infer = InferRotary,
          .work = WorkRotary,
          .formula = kRotaryFormula,
          .source = "ONNX Runtime contrib operators RotaryEmbedding, MRotaryEmbedding",
          .min_inputs = 4,
          .buffer_inputs = 1U << 1 | 1U << 2 | 1U << 3};
}

}  // namespace

std::vector<OperatorRule> RotaryEmbeddingRules() {
  return {
      {.op = "RotaryEmbedding",
       .versions = {23},
       .op_class = OperatorClass::kElementwise,
       .infer = InferRotary,
       .work = WorkRotary,
       .formula = kRotaryFormula,
       .source = "ONNX operator RotaryEmbedding: real = cos x1 - sin x2, imag = sin x1 + cos x2",
       .min_inputs = 3,
       .buffer_inputs = 1U << 1 | 1U << 2 | 1U << 3},
      ContribRotary("MRotaryEmbedding"),
      ContribRotary("RotaryEmbedding"),
      {.op = "GemmaRotaryEmbedding",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kElementwise,
       .infer = InferGemma,
       .work = WorkGemma,
       .formula = "sin and cos per element of emb; 1 multiplication + 1 FMA per element of q and k",
       .source = "ONNX Runtime contrib operator GemmaRotaryEmbedding",
       .min_inputs = 5},
  };
}

}  // namespace roofline
