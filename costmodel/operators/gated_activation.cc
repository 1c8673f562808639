#include <cmath>
#include <numbers>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

bool UsesTanh(const NodeView& node) { return node.attr_string("approximate", "none") == "tanh"; }

absl::Status InferGelu(const NodeView& node, OutputFacts& out) {
  const std::string_view approximate = node.attr_string("approximate", "none");
  if (approximate != "none" && approximate != "tanh") {
    return node.Conflict(
        fmt::format("approximate is \"{}\", expected \"none\" or \"tanh\"", approximate));
  }
  return InferSameAsInput(node, out);
}

double GeluErf(double x) { return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2)); }

double GeluTanh(double x) {
  const double scale = std::numbers::sqrt2 * std::sqrt(std::numbers::inv_pi);  // sqrt(2 / pi)
  return 0.5 * x * (1 + std::tanh(scale * (x + 0.044715 * x * x * x)));
}

void ValueGelu(const NodeView& node, OutputFacts& out) {
  if (const auto* x = node.floats(0); x != nullptr && ContentFits(out)) {
    SetRounded(out, MapContent(*x, UsesTanh(node) ? GeluTanh : GeluErf));
  }
}

void WorkGatedGelu(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0),
                 {.arithmetic = UsesTanh(node) ? 8 : 4, .transcendentals = 1}, work);
}

absl::Status InferPRelu(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& slope = node.shape(1);
  // Before opset 7 the slope is one number or one per channel; later it broadcasts to X.
  const bool per_channel = node.opset() < 7 && Rank(slope) == 1 && Rank(x) >= 2 && slope[0] == x[1];
  if (!per_channel && BroadcastShapes(x, slope) != x)
    return node.Conflict("the slope does not broadcast to X");
  return InferSameAsInput(node, out);
}

void WorkPRelu(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = 1, .comparisons = 1}, work);
}

absl::Status InferSwiGlu(const NodeView& node, OutputFacts& out) {
  if (node.shape(0) != node.shape(1)) return node.Conflict("expected A and B of one shape");
  return InferSameAsInput(node, out);
}

void WorkSwiGlu(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = 5, .transcendentals = 1},
                 work);
}

}  // namespace

std::vector<OperatorRule> GatedActivationRules() {
  return {
      {.op = "Gelu",
       .versions = {20},
       .op_class = OperatorClass::kActivation,
       .infer = InferGelu,
       .value = ValueGelu,
       .work = WorkGatedGelu,
       .formula = "per element 0.5*x*(1 + erf(x/sqrt(2))): 4 arithmetic, 1 erf; "
                  "tanh form: 8 arithmetic, 1 tanh",
       .source = "ONNX operator Gelu: both functions are in its text"},
      {.op = "PRelu",
       .versions = {1, 6, 7, 9, 16},
       .op_class = OperatorClass::kActivation,
       .infer = InferPRelu,
       .work = WorkPRelu,
       .formula = "per element x < 0 ? slope*x : x: 1 arithmetic, 1 comparison",
       .source = "ONNX operator PRelu",
       .min_inputs = 2},
      {.op = "SwiGLU",
       .versions = {28},
       .op_class = OperatorClass::kActivation,
       .infer = InferSwiGlu,
       .work = WorkSwiGlu,
       .formula = "per element a / (1 + exp(-alpha*a)) * b: 5 arithmetic, 1 exp",
       .source = "ONNX operator SwiGLU: Swish of the gate times the value",
       .min_inputs = 2},
  };
}

}  // namespace roofline
