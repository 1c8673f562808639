#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr std::string_view kTrainingDomain = "ai.onnx.preview.training";

// Inputs are R, T, then groups of n tensors: X, gradient and the optimizer's state. Outputs are
// the new X and the new state, each like the input that it replaces.
absl::Status InferOptimizer(const NodeView& node, OutputFacts& out, int groups) {
  const int tensors = node.num_inputs() - 2;
  if (tensors < groups || tensors % groups != 0) {
    return node.Conflict(fmt::format("expected R, T and {} tensors per parameter", groups));
  }
  const int parameters = tensors / groups;
  for (int i = 0; i < parameters * (groups - 1); ++i) {
    const int source = 2 + (i < parameters ? i : i + parameters);  // skips the gradients
    if (!node.has_shape(source)) return node.Conflict("expected tensors");
    out.Set(i, node.dtype(source), node.shape(source));
  }
  return absl::OkStatus();
}

absl::Status InferAdagrad(const NodeView& node, OutputFacts& out) {
  return InferOptimizer(node, out, 3);
}
absl::Status InferAdam(const NodeView& node, OutputFacts& out) {
  return InferOptimizer(node, out, 4);
}
absl::Status InferMomentum(const NodeView& node, OutputFacts& out) {
  const std::string_view mode = node.attr_string("mode", "");
  if (mode != "standard" && mode != "nesterov")
    return node.Conflict("expected mode \"standard\" or \"nesterov\"");
  return InferOptimizer(node, out, 3);
}

Count ParameterElements(const NodeView& node, int groups) {
  Count total = 0;
  for (int i = 0; i < (node.num_inputs() - 2) / groups; ++i) total += node.elements(2 + i);
  return total;
}

void WorkAdagrad(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(2), ParameterElements(node, 3), {.fmas = 3, .arithmetic = 3}, work);
}

void WorkAdam(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(2), ParameterElements(node, 4), {.fmas = 4, .arithmetic = 7}, work);
}

void WorkMomentum(const NodeView& node, Work& work) {
  const bool nesterov = node.attr_string("mode", "") == "nesterov";
  AddElementWork(node.dtype(2), ParameterElements(node, 3),
                 {.fmas = nesterov ? 4 : 3, .arithmetic = 1}, work);
}

// The gradient of y by each of xs, which are the first inputs, has the shape of that input.
absl::Status InferGradient(const NodeView& node, OutputFacts& out) {
  const auto* xs = node.attr_strings("xs");
  if (xs == nullptr) return node.Conflict("attribute 'xs' is missing");
  for (int i = 0; i < static_cast<int>(xs->size()) && i < node.num_outputs(); ++i) {
    if (!node.has_shape(i)) return node.Conflict("expected a tensor for each of xs");
    out.Set(i, node.dtype(i), node.shape(i));
  }
  return absl::OkStatus();
}

OperatorRule Optimizer(std::string_view op, InferRule infer, WorkRule work,
                       std::string_view formula) {
  return {.op = op,
          .domain = kTrainingDomain,
          .versions = {1},
          .op_class = OperatorClass::kElementwise,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "the update step in the ONNX operator text",
          .min_inputs = 3};
}

}  // namespace

std::vector<OperatorRule> TrainingRules() {
  std::vector<OperatorRule> rules = {
      Optimizer("Adagrad", InferAdagrad, WorkAdagrad,
                "per parameter 3 multiply-adds, 1 square root, 1 addition, 1 division"),
      Optimizer("Adam", InferAdam, WorkAdam,
                "per parameter 4 multiply-adds, 7 arithmetic (products, square root, division)"),
      Optimizer("Momentum", InferMomentum, WorkMomentum,
                "per parameter 3 multiply-adds (nesterov: 4), 1 product")};
  rules.push_back({.op = "Gradient",
                   .domain = kTrainingDomain,
                   .versions = {1},
                   .op_class = OperatorClass::kOther,
                   .infer = InferGradient,
                   .formula = "unknown: differentiates the graph between xs and y",
                   .source = "ONNX operator Gradient",
                   .precision = WorkPrecision::kUnknown});
  return rules;
}

}  // namespace roofline
