#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct LongformerOperands {
  int weight;
  int bias;
  int global_weight;
  int global;
  bool quantized;
};

constexpr LongformerOperands kLongformerFloat = {1, 2, 4, 6, false};
constexpr LongformerOperands kOrdered = {2, 4, 8, 12, true};

const LongformerOperands& LongformerOperandsOf(const NodeView& node) {
  return node.op() == "LongformerAttention" ? kLongformerFloat : kOrdered;
}

absl::StatusOr<int64_t> ReadHead(const NodeView& node) {
  const Shape& x = node.shape(0);
  const LongformerOperands& at = LongformerOperandsOf(node);
  if (Rank(x) != 3) return node.Conflict("expected an input of rank 3");
  if (node.attr_int("window", 0) < 1) return node.Conflict("window is below 1");
  ASSIGN_OR_RETURN(const int64_t columns, ToExtent(node, Count(x[2]) * 3, "the hidden size"));
  for (const int weight : {at.weight, at.global_weight})
    RETURN_IF_ERROR(ExpectShape(node, weight, "a weight", {x[2], columns}));
  RETURN_IF_ERROR(ExpectShape(node, at.global, "global", {x[0], x[1]}));
  return SplitEvenly(node, x[2], node.attr_int("num_heads", 0), "num_heads");
}

absl::Status InferLongformer(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(ReadHead(node).status());
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

Count GlobalTokens(const NodeView& node) {
  const auto* flags = node.ints(LongformerOperandsOf(node).global);
  if (flags == nullptr) return 0;
  return std::count_if(flags->begin(), flags->end(), [](int64_t flag) { return flag != 0; });
}

void WorkLongformer(const NodeView& node, Work& work) {
  const auto head = ReadHead(node);
  if (!head.ok()) return;
  const LongformerOperands& at = LongformerOperandsOf(node);
  const Shape& x = node.shape(0);
  const int64_t window = node.attr_int("window", 0);
  const int64_t heads = node.attr_int("num_heads", 0);
  const Count tokens = Count(x[0]) * x[1];
  const Count global = GlobalTokens(node);
  if (node.ints(at.global) == nullptr) work.mark = Mark::kAssumed;  // that none is global
  AddProjection(tokens, x[2], Count(x[2]) * 3, true, work);
  // Global tokens have their own Q; all tokens have K and V for them.
  if (global != Count(0)) {
    AddProjection(tokens, x[2], Count(x[2]) * 2, true, work);
    AddProjection(global, x[2], x[2], true, work);
  }
  const Count local =
      Count(x[0]) * VisiblePairs({.queries = x[1], .keys = x[1], .left = window, .right = window});
  // A global token sees every token and is seen by every token.
  const Count pairs = Min(local + global * x[1] * 2, tokens * x[1]);
  AddScoreWork({.scores = pairs * heads,
                .rows = tokens * heads,
                .head = *head,
                .v_head = *head,
                .bias = true},
               work);
  if (at.quantized) work.arithmetic += tokens * x[2] * 4;  // scaled sums of int8 products, result
}

OperatorRule Longformer(std::string_view op, int min_inputs, uint32_t buffer_inputs) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kAttention,
          .infer = InferLongformer,
          .work = WorkLongformer,
          .formula =
              "MACs = tokens * hidden * 3 hidden + scores * 2 head, scores = pairs within "
              "the window on both sides * heads; global tokens add 2 * length pairs and their "
              "projections when their flags are known, else none are counted",
          .source =
              "ONNX Runtime contrib operators LongformerAttention, "
              "QOrderedLongformerAttention",
          .precision = WorkPrecision::kModel,
          .min_inputs = min_inputs,
          .buffer_inputs = buffer_inputs};
}

}  // namespace

std::vector<OperatorRule> LongformerAttentionRules() {
  return {
      Longformer("LongformerAttention", 2, 1U << 3),
      Longformer("QOrderedLongformerAttention", 3,
                 1U << 1 | 1U << 3 | 1U << 5 | 1U << 6 | 1U << 7 | 1U << 9 | 1U << 11 | 1U << 13)};
}

}  // namespace roofline
