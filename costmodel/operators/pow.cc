#include <cmath>

#include "costmodel/exact_double.h"
#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Base and exponent may differ in type; the result has the type of the base.
void ValuePow(const NodeView& node, OutputFacts& out) {
  const auto base = node.numbers(0);
  const auto exponent = node.numbers(1);
  if (!base || !exponent || !ContentFits(out)) return;
  auto result = CombineContent(node, *out.fact(0).shape, *base, *exponent,
                               [](double b, double e) { return std::pow(b, e); });
  if (node.ints(0) == nullptr) return SetRounded(out, std::move(result));
  std::vector<int64_t> truncated;
  truncated.reserve(result.size());
  for (const double x : result) {
    if (!(std::abs(x) < kExactDouble)) return;
    truncated.push_back(static_cast<int64_t>(x));
  }
  SetWrapped(out, std::move(truncated));
}

// Squares and square roots are not computed by pow, in no runtime.
bool IsCheapExponent(const NodeView& node) {
  const auto exponent = node.numbers(1);
  if (!exponent || exponent->size() != 1) return false;
  return exponent->front() == 2.0 || exponent->front() == 0.5;
}

void WorkPow(const NodeView& node, Work& work) {
  const ElementCost cost =
      IsCheapExponent(node) ? ElementCost{.arithmetic = 1} : ElementCost{.transcendentals = 1};
  AddElementWork(node.dtype(0), node.out_elements(0), cost, work);
}

}  // namespace

std::vector<OperatorRule> PowRules() {
  return {
      {.op = "Pow",
       .versions = {1, 7, 12, 13, 15},
       .op_class = OperatorClass::kElementwise,
       .infer = InferBroadcast,
       .value = ValuePow,
       .work = WorkPow,
       .formula =
           "y transcendental functions; y arithmetic when the exponent is known to be 2 or 0.5",
       .source = "ONNX operator Pow; a square is one multiplication, exponent 0.5 one square root",
       .min_inputs = 2,
       .buffer_inputs = 0b10},
  };
}

}  // namespace roofline
