#include <fmt/format.h>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// bias_table [buckets, heads], query_length, key_length -> [1, heads, queries, keys].
absl::Status InferRelative(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 2) return node.Conflict("expected bias_table of [buckets, heads]");
  Shape lengths;
  for (const int i : {1, 2}) {
    const std::optional<int64_t> length = KnownScalar(node, i);
    if (!length) return node.NeedsValue(i, i == 1 ? "query_length" : "key_length");
    if (*length < 0) return node.Conflict("a length is negative");
    lengths.push_back(*length);
  }
  out.Set(0, node.dtype(0), {1, node.shape(0)[1], lengths[0], lengths[1]});
  return absl::OkStatus();
}

void WorkRelative(const NodeView& node, Work& work) {
  const Shape& y = node.out_shape(0);
  const Count pairs = Count(y[2]) * y[3];
  work.transcendentals = pairs;  // log of the distance
  work.arithmetic = pairs * 2;   // scaled and shifted to a bucket
  work.comparisons = pairs * 2;  // small or large distance, last bucket
  work.integer_ops = pairs;      // the distance
}

struct PositionBiasInput {
  static constexpr int kQueryLayer = 0, kRelPos = 2, kWeight = 3, kTokenOffset = 6;
};

struct GatedExtents {
  int64_t batch = 0;
  int64_t heads = 0;
  int64_t length = 0;
  int64_t head = 0;
  int64_t gates = 0;  // D, two halves
};

absl::StatusOr<GatedExtents> ReadGated(const NodeView& node) {
  const Shape& q = node.shape(PositionBiasInput::kQueryLayer);
  GatedExtents a{.heads = node.attr_int("num_heads", 0)};
  if (Rank(q) == 3) {
    a.batch = q[0];
    a.length = q[1];
  } else if (Rank(q) == 2 && node.has_shape(PositionBiasInput::kTokenOffset) &&
             Rank(node.shape(PositionBiasInput::kTokenOffset)) == 2) {
    a.batch = node.shape(PositionBiasInput::kTokenOffset)[0];
    a.length = node.shape(PositionBiasInput::kTokenOffset)[1];
  } else {
    return node.Conflict("expected query_layer of rank 3, or of rank 2 with token_offset");
  }
  ASSIGN_OR_RETURN(a.head, SplitEvenly(node, q.back(), a.heads, "num_heads"));
  RETURN_IF_ERROR(
      ExpectShape(node, PositionBiasInput::kRelPos, "rel_pos", {1, a.heads, a.length, a.length}));
  const Shape& w = node.shape(PositionBiasInput::kWeight);
  if (Rank(w) != 2 || w[0] != a.head || w[1] % 2 != 0)
    return node.Conflict("expected a weight of [head, D] with an even D");
  a.gates = w[1];
  return a;
}

absl::Status InferGated(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const GatedExtents a, ReadGated(node));
  out.Set(0, node.dtype(PositionBiasInput::kQueryLayer), {a.batch, a.heads, a.length, a.length});
  return absl::OkStatus();
}

void WorkGated(const NodeView& node, Work& work) {
  const auto a = ReadGated(node);
  if (!a.ok()) return;
  const Count rows =
      a->head == 0 ? Count(0) : node.elements(PositionBiasInput::kQueryLayer) / a->head;
  work.arithmetic = node.elements(PositionBiasInput::kQueryLayer);  // query_bias
  AddProjection(rows, a->head, a->gates, true, work);
  if (a->gates > 2) work.arithmetic += rows * (a->gates - 2);  // the sums of the two halves
  work.arithmetic += rows * 2 * 2 + rows * 4;                  // two sigmoids; the gate
  work.transcendentals = rows * 2;
  work.arithmetic += node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> PositionBiasRules() {
  return {
      {.op = "GatedRelativePositionBias",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kElementwise,
       .infer = InferGated,
       .work = WorkGated,
       .formula = "MACs = tokens * heads * head * D; biases, sums of halves, two sigmoids and the "
                  "gate per token and head; y multiplications",
       .source = "ONNX Runtime contrib operator GatedRelativePositionBias",
       .min_inputs = 4},
      {.op = "RelativePositionBias",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferRelative,
       .work = WorkRelative,
       .formula = "per (query, key) position: distance, log and bucket (1 integer, 1 "
                  "transcendental, 2 arithmetic, 2 comparisons); y gathered",
       .source = "ONNX Runtime contrib operator RelativePositionBias (T5 buckets)",
       .precision = WorkPrecision::kModel},
  };
}

}  // namespace roofline
