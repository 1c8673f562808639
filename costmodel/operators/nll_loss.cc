#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Scores [N, C, d1..dk] and labels [N, d1..dk] -> a loss per label, or one for all.
absl::StatusOr<Shape> LossShape(const NodeView& node) {
  const Shape& scores = node.shape(0);
  const Shape& labels = node.shape(1);
  if (Rank(scores) < 2) return node.Conflict("expected scores of rank 2 or more");
  Shape expected = scores;
  expected.erase(expected.begin() + 1);
  if (labels != expected) {
    return node.Conflict(
        fmt::format("labels are {}, expected {}", ShapeText(labels), ShapeText(expected)));
  }
  if (node.has_shape(2) && Elements(node.shape(2)) != Count(scores[1])) {
    return node.Conflict(fmt::format("expected {} class weights", scores[1]));
  }
  const std::string_view reduction = node.attr_string("reduction", "mean");
  if (reduction == "none") return expected;
  if (reduction == "mean" || reduction == "sum") return Shape();
  return node.Conflict(fmt::format("reduction is '{}', expected none, mean or sum", reduction));
}

absl::Status InferLoss(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Shape loss, LossShape(node));
  out.Set(0, node.dtype(0), loss);
  out.Set(1, node.dtype(0), node.shape(0));  // log_prob of SoftmaxCrossEntropyLoss
  return absl::OkStatus();
}

// The likelihood picked for each of m labels is negated, weighted, and summed.
void AddLikelihoods(const NodeView& node, Work& work) {
  const Count m = node.elements(1);
  const std::string_view reduction = node.attr_string("reduction", "mean");
  work.arithmetic += m;
  if (node.has_input(2)) work.arithmetic += m;
  if (reduction != "none") work.arithmetic += m;
  if (reduction == "mean") {
    if (node.has_input(2)) work.arithmetic += m;  // the sum of the weights
    work.arithmetic += 1;
  }
}

void WorkLikelihoodLoss(const NodeView& node, Work& work) {
  AddLikelihoods(node, work);
  work.read_bytes[0] = BytesOf(node.dtype(0), node.elements(1));  // one score per label
}

void WorkCrossEntropy(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  const Count rows = node.elements(1);
  work.comparisons = n;
  work.transcendentals = n + rows;
  work.arithmetic = Count(3) * n;
  AddLikelihoods(node, work);
}

}  // namespace

std::vector<OperatorRule> LossRules() {
  return {
      {.op = "NegativeLogLikelihoodLoss",
       .versions = {12, 13, 22},
       .op_class = OperatorClass::kReduction,
       .infer = InferLoss,
       .work = WorkLikelihoodLoss,
       .formula = "m labels: m negations, m additions; weights m to 2m; reads one score per label",
       .source = "ONNX operator NegativeLogLikelihoodLoss",
       .min_inputs = 2,
       .buffer_inputs = 1U << 2},
      {.op = "SoftmaxCrossEntropyLoss",
       .versions = {12, 13},
       .op_class = OperatorClass::kReduction,
       .infer = InferLoss,
       .work = WorkCrossEntropy,
       .formula = "log-softmax of n scores: n comparisons, 3n arithmetic, n exponentials, m "
                  "logarithms; then as NegativeLogLikelihoodLoss",
       .source = "ONNX operator SoftmaxCrossEntropyLoss",
       .min_inputs = 2,
       .buffer_inputs = 1U << 2},
  };
}

}  // namespace roofline
