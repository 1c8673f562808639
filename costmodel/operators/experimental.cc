#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Operators that ONNX tried before version 1.5 and took out again. Old converters wrote them
// (ImageScaler heads image networks from Core ML), and ONNX Runtime still runs them.
template <ElementCost kCost>
void WorkPerElement(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), kCost, work);
}

OperatorRule Experimental(std::string_view op, OperatorClass op_class, WorkRule work,
                          std::string_view formula) {
  return {.op = op,
          .versions = {1},
          .op_class = op_class,
          .infer = InferSameAsInput,
          .work = work,
          .formula = formula,
          .source = "ONNX Runtime, onnx_deprecated_operators.cc: operators taken out of ONNX"};
}

}  // namespace

std::vector<OperatorRule> ExperimentalRules() {
  constexpr ElementCost kProduct = {.arithmetic = 1};
  constexpr ElementCost kMultiplyAdd = {.fmas = 1};
  // alpha * ln(exp(beta * x) + 1)
  constexpr ElementCost kSoftplus = {.arithmetic = 3, .transcendentals = 2};
  // alpha * tanh(beta * x)
  constexpr ElementCost kScaledTanh = {.arithmetic = 2, .transcendentals = 1};
  return {
      Experimental("Affine", OperatorClass::kElementwise, WorkPerElement<kMultiplyAdd>, "y FMAs"),
      Experimental("ImageScaler", OperatorClass::kElementwise, WorkPerElement<kMultiplyAdd>,
                   "y FMAs: one scale, a bias for each channel"),
      Experimental("ParametricSoftplus", OperatorClass::kActivation, WorkPerElement<kSoftplus>,
                   "y exp, y ln, 3y arithmetic"),
      Experimental("Scale", OperatorClass::kElementwise, WorkPerElement<kProduct>,
                   "y multiplications"),
      Experimental("ScaledTanh", OperatorClass::kActivation, WorkPerElement<kScaledTanh>,
                   "y tanh, 2y arithmetic"),
  };
}

}  // namespace roofline
