#include <fmt/format.h>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Sequence first: query [length, batch, hidden], key [keys, batch, hidden].
struct DecoderInput {
  static constexpr int kQuery = 0, kKey = 1, kQueryWeight = 2, kKvWeight = 3, kBias = 4,
                       kPaddingMask = 5, kKeyCache = 6, kValueCache = 7, kStaticKv = 8,
                       kUsePast = 9;
};

struct DecoderExtents {
  int64_t batch = 0;
  int64_t queries = 0;
  int64_t hidden = 0;
  int64_t heads = 0;
  int64_t projected = 0;  // rows that K and V are projected from
  int64_t keys = 0;       // keys attended, and the length of the new caches
  bool known = true;      // the flags that choose are known
};

// Which of its four modes a run is in, from the flags or else from the operands that are there.
absl::StatusOr<DecoderExtents> ReadDecoderExtents(const NodeView& node) {
  const Shape& q = node.shape(DecoderInput::kQuery);
  const Shape& k = node.shape(DecoderInput::kKey);
  if (Rank(q) != 3 || Rank(k) != 3 || k[1] != q[1] || k[2] != q[2])
    return node.Conflict("expected query and key of [length, batch, hidden]");
  DecoderExtents a{.batch = q[1], .queries = q[0], .hidden = q[2]};
  a.heads = node.attr_int("num_heads", 0);
  ASSIGN_OR_RETURN(const int64_t head, SplitEvenly(node, a.hidden, a.heads, "num_heads"));
  ASSIGN_OR_RETURN(const int64_t doubled, ToExtent(node, Count(a.hidden) * 2, "the hidden size"));
  RETURN_IF_ERROR(ExpectShape(node, DecoderInput::kQueryWeight, "q_weight", {a.hidden, a.hidden}));
  RETURN_IF_ERROR(ExpectShape(node, DecoderInput::kKvWeight, "kv_weight", {a.hidden, doubled}));
  int64_t cached = 0;
  if (node.has_shape(DecoderInput::kKeyCache)) {
    if (Rank(node.shape(DecoderInput::kKeyCache)) != 4)
      return node.Conflict("expected key_cache of rank 4");
    cached = node.shape(DecoderInput::kKeyCache)[2];
    for (const int cache : {DecoderInput::kKeyCache, DecoderInput::kValueCache})
      RETURN_IF_ERROR(ExpectShape(node, cache, "a cache", {a.batch, a.heads, cached, head}));
  }
  const std::optional<int64_t> static_kv = KnownScalar(node, DecoderInput::kStaticKv);
  const std::optional<int64_t> use_past = KnownScalar(node, DecoderInput::kUsePast);
  a.known = static_kv.has_value() && use_past.has_value();
  const bool cross = static_kv.value_or(0) != 0;
  const bool past = use_past.value_or(node.has_shape(DecoderInput::kKeyCache) ? 1 : 0) != 0;
  a.projected = cross ? (past ? 0 : k[0]) : a.queries;
  ASSIGN_OR_RETURN(a.keys, ToExtent(node, Count(past ? cached : 0) + a.projected, "the length"));
  return a;
}

absl::Status InferDecoder(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const DecoderExtents a, ReadDecoderExtents(node));
  const DType dtype = node.dtype(DecoderInput::kQuery);
  const Mark mark = a.known ? Mark::kExact : Mark::kAssumed;
  out.Set(0, dtype, node.shape(DecoderInput::kQuery));
  for (const int cache : {1, 2})
    out.Set(cache, dtype, {a.batch, a.heads, a.keys, a.hidden / a.heads}, mark);
  return absl::OkStatus();
}

void WorkDecoder(const NodeView& node, Work& work) {
  const auto a = ReadDecoderExtents(node);
  if (!a.ok()) return;
  if (!a->known) work.mark = Mark::kAssumed;
  const bool bias = node.has_input(DecoderInput::kBias);
  AddProjection(Count(a->batch) * a->queries, a->hidden, a->hidden, bias, work);
  AddProjection(Count(a->batch) * a->projected, a->hidden, Count(a->hidden) * 2, bias, work);
  const Count rows = Count(a->batch) * a->heads * a->queries;
  AddScoreWork({.scores = rows * a->keys,
                .rows = rows,
                .head = a->hidden / a->heads,
                .v_head = a->hidden / a->heads,
                .select = node.has_input(DecoderInput::kPaddingMask)},
               work);
}

}  // namespace

std::vector<OperatorRule> DecoderAttentionRules() {
  return {
      {.op = "DecoderAttention",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kAttention,
       .infer = InferDecoder,
       .work = WorkDecoder,
       .formula = "MACs = queries * hidden^2 + new keys * hidden * 2 hidden + scores * 2 head; "
                  "static_kv and use_past choose the keys, unknown flags count as self-attention "
                  "with the caches that are given",
       .source = "ONNX Runtime contrib operator DecoderAttention",
       .min_inputs = 2,
       .buffer_inputs = 1U << DecoderInput::kKeyCache | 1U << DecoderInput::kValueCache},
  };
}

}  // namespace roofline
