#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr int kQ = 0, kK = 1, kV = 2, kMask = 3, kPastKey = 4, kPastValue = 5, kNonpad = 6;

struct AttentionExtents {
  bool packed = false;  // 3-D operands: [batch, length, heads * head]
  int64_t batch = 0;
  int64_t q_heads = 0;
  int64_t kv_heads = 0;
  int64_t queries = 0;
  int64_t new_keys = 0;
  int64_t past = 0;
  int64_t keys = 0;  // past + new
  int64_t head = 0;
  int64_t v_head = 0;
};

absl::StatusOr<AttentionExtents> ReadAttentionOperands(const NodeView& node) {
  const Shape& q = node.shape(kQ);
  const Shape& k = node.shape(kK);
  const Shape& v = node.shape(kV);
  AttentionExtents a;
  if (Rank(k) != Rank(q) || Rank(v) != Rank(q) || (Rank(q) != 3 && Rank(q) != 4))
    return node.Conflict("expected Q, K and V of one rank, 3 or 4");
  a.packed = Rank(q) == 3;
  const size_t length = a.packed ? 1 : 2;
  a.batch = q[0];
  a.queries = q[length];
  a.new_keys = k[length];
  if (k[0] != a.batch || v[0] != a.batch || v[length] != a.new_keys)
    return node.Conflict("Q, K and V differ in batch, or K and V in length");
  if (a.packed) {
    a.q_heads = node.attr_int("q_num_heads", 0);
    a.kv_heads = node.attr_int("kv_num_heads", 0);
    ASSIGN_OR_RETURN(a.head, SplitEvenly(node, q[2], a.q_heads, "q_num_heads"));
    ASSIGN_OR_RETURN(const int64_t k_head, SplitEvenly(node, k[2], a.kv_heads, "kv_num_heads"));
    ASSIGN_OR_RETURN(a.v_head, SplitEvenly(node, v[2], a.kv_heads, "kv_num_heads"));
    if (k_head != a.head) return node.Conflict("Q and K differ in head size");
  } else {
    a.q_heads = q[1];
    a.kv_heads = k[1];
    a.head = q[3];
    a.v_head = v[3];
    if (k[3] != a.head || v[1] != a.kv_heads)
      return node.Conflict("Q and K differ in head size, or K and V in heads");
  }
  if (a.q_heads != a.kv_heads && (a.kv_heads == 0 || a.q_heads % a.kv_heads != 0)) {
    return node.Conflict(
        fmt::format("{} query heads are no multiple of {} key heads", a.q_heads, a.kv_heads));
  }
  a.keys = a.new_keys;
  return a;
}

absl::Status CheckMask(const NodeView& node, const AttentionExtents& a) {
  if (!node.has_shape(kMask)) return absl::OkStatus();
  const Shape& mask = node.shape(kMask);
  const Shape wanted = {a.batch, a.q_heads, a.queries, a.keys};
  if (Rank(mask) > 4) return node.Conflict("expected a mask of rank 4 or less");
  for (int back = 1; back <= Rank(mask); ++back) {
    const int64_t extent = mask[mask.size() - static_cast<size_t>(back)];
    const int64_t target = wanted[wanted.size() - static_cast<size_t>(back)];
    // The key dimension may be shorter: what is missing is masked.
    if (extent != 1 && extent != target && (back != 1 || extent > target)) {
      return node.Conflict(fmt::format("the mask does not broadcast to {}", ShapeText(wanted)));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<AttentionExtents> ReadAttention(const NodeView& node) {
  ASSIGN_OR_RETURN(AttentionExtents a, ReadAttentionOperands(node));
  if (node.has_input(kPastKey) != node.has_input(kPastValue))
    return node.Conflict("past_key and past_value go together");
  if (node.has_input(kPastKey) && node.has_input(kNonpad))
    return node.Conflict("past_key and nonpad_kv_seqlen exclude each other");
  if (node.has_shape(kPastKey)) {
    if (Rank(node.shape(kPastKey)) != 4) return node.Conflict("expected past_key of rank 4");
    a.past = node.shape(kPastKey)[2];
    RETURN_IF_ERROR(ExpectShape(node, kPastKey, "past_key", {a.batch, a.kv_heads, a.past, a.head}));
    RETURN_IF_ERROR(
        ExpectShape(node, kPastValue, "past_value", {a.batch, a.kv_heads, a.past, a.v_head}));
  }
  RETURN_IF_ERROR(ExpectShape(node, kNonpad, "nonpad_kv_seqlen", {a.batch}));
  ASSIGN_OR_RETURN(a.keys, ToExtent(node, Count(a.past) + a.new_keys, "the total length"));
  RETURN_IF_ERROR(CheckMask(node, a));
  return a;
}

absl::Status InferAttention(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const AttentionExtents a, ReadAttention(node));
  if (a.packed) {
    ASSIGN_OR_RETURN(const int64_t hidden,
                     ToExtent(node, Count(a.q_heads) * a.v_head, "the hidden size"));
    out.Set(0, node.dtype(kQ), {a.batch, a.queries, hidden});
  } else {
    out.Set(0, node.dtype(kQ), {a.batch, a.q_heads, a.queries, a.v_head});
  }
  out.Set(1, node.dtype(kK), {a.batch, a.kv_heads, a.keys, a.head});
  out.Set(2, node.dtype(kV), {a.batch, a.kv_heads, a.keys, a.v_head});
  out.Set(3, node.dtype(kQ), {a.batch, a.q_heads, a.queries, a.keys});
  return absl::OkStatus();
}

// Valid keys of each batch entry when nonpad_kv_seqlen is known.
std::vector<int64_t> ValidKeys(const NodeView& node, const AttentionExtents& a) {
  std::vector<int64_t> valid;
  if (const auto* lengths = node.ints(kNonpad)) {
    for (const int64_t length : *lengths) valid.push_back(std::clamp<int64_t>(length, 0, a.keys));
  }
  return valid;
}

Visibility VisibilityOf(const NodeView& node, const AttentionExtents& a, int64_t keys) {
  Visibility v{.queries = a.queries, .keys = keys};
  v.offset = node.has_input(kNonpad) ? keys - a.queries : a.past;
  v.left = std::max<int64_t>(node.attr_int("left_window_size", -1), -1);
  v.right = std::max<int64_t>(node.attr_int("right_window_size", -1), -1);
  if (node.attr_int("is_causal", 0) != 0) v.right = 0;
  return v;
}

AttentionScores ScoresOf(const NodeView& node, const AttentionExtents& a, Count pairs) {
  return {.scores = pairs * a.q_heads,
          .rows = Count(a.batch) * a.q_heads * a.queries,
          .head = a.head,
          .v_head = a.v_head,
          .bias = node.has_input(kMask) && IsFloat(node.dtype(kMask)),
          .select = node.has_input(kMask) && !IsFloat(node.dtype(kMask)),
          .softcap = node.attr_float("softcap", 0) != 0};
}

void WorkAttention(const NodeView& node, Work& work) {
  const auto a = ReadAttention(node);
  if (!a.ok()) return;
  const std::vector<int64_t> valid = ValidKeys(node, *a);
  BoundUnlessKnown(node, kNonpad, work);
  Count pairs;
  if (valid.empty()) {
    pairs = VisiblePairs(VisibilityOf(node, *a, a->keys)) * a->batch;
  } else {
    Count rows;  // of the cache that hold a token
    for (const int64_t keys : valid) {
      pairs += VisiblePairs(VisibilityOf(node, *a, keys));
      rows += keys;
    }
    work.read_bytes[kK] = BytesOf(node.dtype(kK), rows * a->kv_heads * a->head);
    work.read_bytes[kV] = BytesOf(node.dtype(kV), rows * a->kv_heads * a->v_head);
  }
  AddScoreWork(ScoresOf(node, *a, pairs), work);
}

absl::Status InferFlexAttention(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(kQ)) != 4) return node.Conflict("expected Q, K and V of rank 4");
  ASSIGN_OR_RETURN(const AttentionExtents a, ReadAttentionOperands(node));
  out.Set(0, node.dtype(kQ), {a.batch, a.q_heads, a.queries, a.v_head});
  return absl::OkStatus();
}

void WorkFlexAttention(const NodeView& node, Work& work) {
  const auto a = ReadAttentionOperands(node);
  if (!a.ok()) return;
  const Count scores = Count(a->batch) * a->q_heads * a->queries * a->keys;
  AddScoreWork({.scores = scores,
                .rows = Count(a->batch) * a->q_heads * a->queries,
                .head = a->head,
                .v_head = a->v_head},
               work);
  for (const std::string_view modifier : {"score_mod", "prob_mod"}) {
    if (node.has_attr(modifier)) work.arithmetic += scores;
  }
}

OperatorRule FlexAttention(std::string_view domain) {
  return {.op = "FlexAttention",
          .domain = domain,
          .versions = {1},
          .op_class = OperatorClass::kAttention,
          .infer = InferFlexAttention,
          .work = WorkFlexAttention,
          .formula =
              "as Attention over all scores; each modifier subgraph is taken as one "
              "operation per score",
          .source = "ONNX operator ai.onnx.preview.FlexAttention",
          .precision = WorkPrecision::kModel,
          .min_inputs = 3};
}

}  // namespace

std::vector<OperatorRule> AttentionRules() {
  return {
      {.op = "Attention",
       .versions = {23, 24, 25},
       .op_class = OperatorClass::kAttention,
       .infer = InferAttention,
       .work = WorkAttention,
       .formula =
           "MACs = scores * (head + v_head), scores = unmasked (query, key) pairs * q_heads: "
           "is_causal and windows count only visible keys, nonpad_kv_seqlen only valid ones "
           "when known; per score scale, mask, softcap, softmax; past is read, present is "
           "written as a separate tensor",
       .source = "ONNX operator Attention: pattern and causal offset of its text",
       .min_inputs = 3,
       .buffer_inputs = 1U << kMask | 1U << kPastKey | 1U << kPastValue},
      FlexAttention(""),
      FlexAttention("ai.onnx.preview"),
  };
}

}  // namespace roofline
