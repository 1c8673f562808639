#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct MultiHeadInput {
  static constexpr int kQuery = 0, kKey = 1, kValue = 2;
};

// The attention operators whose Q, K and V arrive projected; bias is that of the projection.
struct MultiHeadOperands {
  std::string_view op;
  int bias;
  int mask;
  int attention_bias;
  int past_key;
  int past_value;
  int past_length;
};

constexpr std::array<MultiHeadOperands, 2> kMultiHeadOperators = {{
    {"DecoderMaskedMultiHeadAttention", 10, 3, 4, 5, 6, 7},
    {"MultiHeadAttention", 3, 4, 5, 6, 7, 8},
}};

const MultiHeadOperands& MultiHeadOperandsOf(const NodeView& node) {
  return *std::find_if(kMultiHeadOperators.begin(), kMultiHeadOperators.end(),
                       [&](const MultiHeadOperands& o) { return o.op == node.op(); });
}

struct MultiHeadExtents {
  int64_t batch = 0;
  int64_t queries = 0;
  int64_t new_keys = 0;
  int64_t heads = 0;
  int64_t head = 0;
  int64_t v_head = 0;
  int64_t past = 0;    // keys that are valid in the past; their bound when not known
  int64_t keys = 0;    // past + new
  int64_t buffer = 0;  // length of present
  bool shared = false;
};

// Q, K and V in one: [batch, length, heads, 3, head], or [batch, length, 3 hidden] in the decoder.
absl::Status ReadPackedQkv(const NodeView& node, MultiHeadExtents& a) {
  const Shape& q = node.shape(MultiHeadInput::kQuery);
  if (Rank(q) == 5) {
    if (q[2] != a.heads || q[3] != 3)
      return node.Conflict("expected packed QKV of [batch, length, heads, 3, head]");
    a.head = q[4];
  } else {
    ASSIGN_OR_RETURN(const int64_t hidden, SplitEvenly(node, q[2], 3, "packed QKV"));
    ASSIGN_OR_RETURN(a.head, SplitEvenly(node, hidden, a.heads, "num_heads"));
  }
  a.v_head = a.head;
  a.new_keys = a.queries;
  return absl::OkStatus();
}

absl::Status ReadKeyValue(const NodeView& node, MultiHeadExtents& a) {
  if (Rank(node.shape(MultiHeadInput::kQuery)) != 3)
    return node.Conflict("expected a query of rank 3");
  ASSIGN_OR_RETURN(a.head,
                   SplitEvenly(node, node.shape(MultiHeadInput::kQuery)[2], a.heads, "num_heads"));
  const Shape& k = node.shape(MultiHeadInput::kKey);
  if (Rank(k) == 5) {  // packed KV: [batch, length, heads, 2, head]
    if (k[0] != a.batch || k[2] != a.heads || k[3] != 2 || k[4] != a.head)
      return node.Conflict("expected packed KV of [batch, length, heads, 2, head]");
    a.new_keys = k[1];
    a.v_head = a.head;
    return absl::OkStatus();
  }
  if (!node.has_shape(MultiHeadInput::kValue))
    return node.Conflict("a value is required with this key");
  const Shape& v = node.shape(MultiHeadInput::kValue);
  if (Rank(k) == 4) {  // cached: [batch, heads, length, head]
    a.new_keys = k[2];
    if (k[0] != a.batch || k[1] != a.heads || k[3] != a.head || Rank(v) != 4 || v[0] != a.batch ||
        v[1] != a.heads || v[2] != a.new_keys) {
      return node.Conflict("expected key and value of [batch, heads, length, head]");
    }
    a.v_head = v[3];
    return absl::OkStatus();
  }
  if (Rank(k) != 3 || Rank(v) != 3 || k[0] != a.batch || v[0] != a.batch || v[1] != k[1] ||
      k[2] != node.shape(MultiHeadInput::kQuery)[2]) {
    return node.Conflict("key and value do not fit the query");
  }
  a.new_keys = k[1];
  ASSIGN_OR_RETURN(a.v_head, SplitEvenly(node, v[2], a.heads, "num_heads"));
  return absl::OkStatus();
}

absl::Status ReadMultiHeadPast(const NodeView& node, const MultiHeadOperands& at,
                               MultiHeadExtents& a) {
  a.keys = a.buffer = a.new_keys;
  if (node.has_input(at.past_key) != node.has_input(at.past_value))
    return node.Conflict("past_key and past_value go together");
  if (!node.has_shape(at.past_key)) return absl::OkStatus();
  if (Rank(node.shape(at.past_key)) != 4) return node.Conflict("expected past_key of rank 4");
  a.past = node.shape(at.past_key)[2];
  RETURN_IF_ERROR(ExpectShape(node, at.past_key, "past_key", {a.batch, a.heads, a.past, a.head}));
  RETURN_IF_ERROR(
      ExpectShape(node, at.past_value, "past_value", {a.batch, a.heads, a.past, a.v_head}));
  a.shared = node.has_input(at.past_length);
  if (a.shared) {
    a.buffer = a.past;
    const int64_t bound = std::max<int64_t>(a.buffer - a.new_keys, 0);
    a.past = std::clamp<int64_t>(KnownScalar(node, at.past_length).value_or(bound), 0, bound);
  }
  ASSIGN_OR_RETURN(a.keys, ToExtent(node, Count(a.past) + a.new_keys, "the total length"));
  if (!a.shared) a.buffer = a.keys;
  return absl::OkStatus();
}

absl::StatusOr<MultiHeadExtents> ReadMultiHeadExtents(const NodeView& node) {
  const Shape& q = node.shape(MultiHeadInput::kQuery);
  if (Rank(q) != 3 && Rank(q) != 5) return node.Conflict("expected a query of rank 3 or 5");
  const MultiHeadOperands& at = MultiHeadOperandsOf(node);
  MultiHeadExtents a{.batch = q[0], .queries = q[1], .heads = node.attr_int("num_heads", 0)};
  if (a.heads < 1) return node.Conflict("num_heads is required");
  if (node.has_shape(MultiHeadInput::kKey)) {
    RETURN_IF_ERROR(ReadKeyValue(node, a));
  } else {
    RETURN_IF_ERROR(ReadPackedQkv(node, a));
  }
  RETURN_IF_ERROR(ReadMultiHeadPast(node, at, a));
  return a;
}

absl::Status InferMultiHead(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const MultiHeadExtents a, ReadMultiHeadExtents(node));
  const DType dtype = node.dtype(MultiHeadInput::kQuery);
  ASSIGN_OR_RETURN(const int64_t hidden,
                   ToExtent(node, Count(a.heads) * a.v_head, "the hidden size"));
  out.Set(0, dtype, {a.batch, a.queries, hidden});
  out.Set(1, dtype, {a.batch, a.heads, a.buffer, a.head});
  out.Set(2, dtype, {a.batch, a.heads, a.buffer, a.v_head});
  out.Set(3, dtype, {a.batch, a.heads, a.queries, a.keys});
  return absl::OkStatus();
}

void WorkMultiHead(const NodeView& node, Work& work) {
  const auto extents = ReadMultiHeadExtents(node);
  if (!extents.ok()) return;
  const MultiHeadExtents& a = *extents;
  const MultiHeadOperands& at = MultiHeadOperandsOf(node);
  const Count heads = Count(a.batch) * a.heads;
  const bool causal = node.attr_int("unidirectional", 0) != 0;
  const bool raw_mask = node.has_shape(at.mask) && Rank(node.shape(at.mask)) > 1;
  const Count scores =
      heads *
      VisiblePairs(
          {.queries = a.queries, .keys = a.keys, .offset = a.past, .right = causal ? 0 : -1});
  AddScoreWork({.scores = scores,
                .rows = heads * a.queries,
                .head = a.head,
                .v_head = a.v_head,
                .bias = raw_mask},
               work);
  if (node.has_input(at.attention_bias)) work.arithmetic += scores;
  if (node.has_input(at.bias)) {
    work.arithmetic += heads * a.queries * a.head + heads * a.new_keys * (Count(a.head) + a.v_head);
  }
  if (!a.shared) return;
  BoundUnlessKnown(node, at.past_length, work);
  for (const int past : {at.past_key, at.past_value}) {
    const Count row = past == at.past_key ? a.head : a.v_head;
    const auto present = static_cast<size_t>(past == at.past_key ? 1 : 2);
    work.read_bytes[static_cast<size_t>(past)] = BytesOf(node.dtype(past), heads * a.past * row);
    if (node.has_output(static_cast<int>(present)))
      work.write_bytes[present] = BytesOf(node.dtype(past), heads * a.new_keys * row);
  }
}

OperatorRule MultiHead(const MultiHeadOperands& at) {
  return {.op = at.op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kAttention,
          .infer = InferMultiHead,
          .work = WorkMultiHead,
          .formula =
              "MACs = scores * (head + v_head), scores = visible pairs * heads; per score "
              "scale, mask, softmax; bias of Q, K, V one addition each; present is a copy of "
              "past plus the new rows unless past_sequence_length shares the buffer",
          .source =
              "ONNX Runtime contrib operators MultiHeadAttention, "
              "DecoderMaskedMultiHeadAttention",
          .buffer_inputs =
              1U << at.mask | 1U << at.attention_bias | 1U << at.past_key | 1U << at.past_value};
}

// query [tokens, hidden] or [tokens, heads, 3, head], key, value, bias, token_offset,
// cumulative_sequence_length, attention_bias.
struct PackedMultiHeadInput {
  static constexpr int kBias = 3, kTokenOffset = 4, kCumulative = 5, kAttentionBias = 6;
};

struct PackedExtents {
  int64_t tokens = 0;
  int64_t heads = 0;
  int64_t head = 0;
  int64_t v_head = 0;
};

absl::StatusOr<PackedExtents> ReadPacked(const NodeView& node) {
  const Shape& q = node.shape(MultiHeadInput::kQuery);
  PackedExtents a{.heads = node.attr_int("num_heads", 0)};
  if (a.heads < 1) return node.Conflict("num_heads is required");
  if (q.empty()) return node.Conflict("expected a query of rank 2 or 4");
  a.tokens = q[0];
  if (Rank(q) == 4 && q[1] == a.heads && q[2] == 3) {
    a.head = a.v_head = q[3];
    return a;
  }
  if (Rank(q) != 2 || !node.has_shape(MultiHeadInput::kKey) ||
      !node.has_shape(MultiHeadInput::kValue) || node.shape(MultiHeadInput::kKey) != q ||
      Rank(node.shape(MultiHeadInput::kValue)) != 2 ||
      node.shape(MultiHeadInput::kValue)[0] != a.tokens) {
    return node.Conflict("expected query and key of one shape [tokens, hidden] and a value");
  }
  ASSIGN_OR_RETURN(a.head, SplitEvenly(node, q[1], a.heads, "num_heads"));
  ASSIGN_OR_RETURN(a.v_head,
                   SplitEvenly(node, node.shape(MultiHeadInput::kValue)[1], a.heads, "num_heads"));
  return a;
}

absl::Status InferPacked(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const PackedExtents a, ReadPacked(node));
  ASSIGN_OR_RETURN(const int64_t hidden,
                   ToExtent(node, Count(a.heads) * a.v_head, "the hidden size"));
  out.Set(0, node.dtype(MultiHeadInput::kQuery), {a.tokens, hidden});
  return absl::OkStatus();
}

void WorkPacked(const NodeView& node, Work& work) {
  const auto a = ReadPacked(node);
  if (!a.ok()) return;
  BoundUnlessKnown(node, PackedMultiHeadInput::kCumulative, work);
  Count pairs;
  if (const auto* ends = node.ints(PackedMultiHeadInput::kCumulative)) {
    pairs = PackedPairs(*ends);
  } else {
    const bool known = node.has_shape(PackedMultiHeadInput::kTokenOffset) &&
                       Rank(node.shape(PackedMultiHeadInput::kTokenOffset)) == 2;
    pairs =
        Count(a->tokens) * (known ? node.shape(PackedMultiHeadInput::kTokenOffset)[1] : a->tokens);
  }
  AddScoreWork({.scores = pairs * a->heads,
                .rows = Count(a->tokens) * a->heads,
                .head = a->head,
                .v_head = a->v_head,
                .bias = node.has_input(PackedMultiHeadInput::kAttentionBias)},
               work);
  if (node.has_input(PackedMultiHeadInput::kBias))
    work.arithmetic += Count(a->tokens) * a->heads * (Count(a->head) * 2 + a->v_head);
}

}  // namespace

std::vector<OperatorRule> MultiHeadAttentionRules() {
  std::vector<OperatorRule> rules;
  rules.reserve(std::size(kMultiHeadOperators) + 1);
  for (const MultiHeadOperands& at : kMultiHeadOperators) rules.push_back(MultiHead(at));
  rules.push_back({.op = "PackedMultiHeadAttention",
                   .domain = "com.microsoft",
                   .versions = {1},
                   .op_class = OperatorClass::kAttention,
                   .infer = InferPacked,
                   .work = WorkPacked,
                   .formula = "MACs = scores * (head + v_head), scores = heads * sum(length^2) of "
                              "the sequences when known, else tokens * padded length (a bound)",
                   .source = "ONNX Runtime contrib operator PackedMultiHeadAttention",
                   .buffer_inputs = 1U << PackedMultiHeadInput::kAttentionBias});
  return rules;
}

}  // namespace roofline
