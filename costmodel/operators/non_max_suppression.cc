#include <algorithm>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/sort_work.h"

namespace roofline {
namespace {

// The most boxes one class of one image can keep. Without the operand the operator keeps none.
int64_t KeptPerClass(const NodeView& node) {
  const int64_t boxes = node.shape(0)[1];
  if (!node.has_input(2)) return 0;
  const auto* most = node.ints(2);
  if (most == nullptr || most->empty()) return boxes;
  return std::clamp<int64_t>(most->front(), 0, boxes);
}

// boxes [B, N, 4], scores [B, C, N] -> at most B * C * kept rows of (batch, class, box).
absl::Status InferNonMaxSuppression(const NodeView& node, OutputFacts& out) {
  const Shape& boxes = node.shape(0);
  const Shape& scores = node.shape(1);
  if (Rank(boxes) != 3 || Rank(scores) != 3 || boxes[2] != 4) {
    return node.Conflict("expected boxes B x N x 4 and scores B x C x N");
  }
  if (boxes[0] != scores[0] || boxes[1] != scores[2]) {
    return node.Conflict("boxes and scores differ in batch or number of boxes");
  }
  const Count rows = Count(scores[0]) * scores[1] * KeptPerClass(node);
  if (!rows.ok()) return node.Conflict("the number of selected boxes overflows int64");
  out.Set(0, DType::kInt64, {rows.value(), 3}, rows == Count(0) ? Mark::kExact : Mark::kBounded);
  return absl::OkStatus();
}

// Per class: one sort by score, then every box meets every box that can be kept. A pair costs an
// intersection (4 min/max, 2 subtractions, 2 clamps, 1 product), a union (1 addition, 1
// subtraction), a division and the threshold test; the area of a box is 3 operations, once.
void WorkNonMaxSuppression(const NodeView& node, Work& work) {
  const Shape& scores = node.shape(1);
  const Count classes = Count(scores[0]) * scores[1];
  const Count boxes = node.shape(0)[1];
  const Count pairs = classes * boxes * KeptPerClass(node);
  work.comparisons = classes * SortComparisons(boxes) + pairs * 7;
  work.arithmetic = pairs * 6 + Count(scores[0]) * boxes * 3;
}

}  // namespace

std::vector<OperatorRule> NonMaxSuppressionRules() {
  return {
      {.op = "NonMaxSuppression",
       .versions = {10, 11},
       .op_class = OperatorClass::kSelection,
       .infer = InferNonMaxSuppression,
       .work = WorkNonMaxSuppression,
       .formula = "B * C * (N * ceil(log2(N)) + 7 N kept) comparisons, "
                  "6 B C N kept + 3 B N arithmetic; kept = min(max_output_boxes_per_class, N)",
       .source = "ONNX operator NonMaxSuppression; model: sort, then all pairs with kept boxes",
       .precision = WorkPrecision::kModel,
       .min_inputs = 2,
       .buffer_inputs = 0b11100},
  };
}

}  // namespace roofline
