#include <algorithm>
#include <limits>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Bounds are attributes before opset 11, inputs 1 and 2 since.
bool HasBound(const NodeView& node, int input) {
  if (node.opset() >= 11) return node.has_input(input);
  return node.has_attr(input == 1 ? "min" : "max");
}

absl::Status InferClip(const NodeView& node, OutputFacts& out) {
  for (const int bound : {1, 2}) {
    if (node.has_shape(bound) && node.elements(bound) != Count(1))
      return node.Conflict("expected min and max to be one number each");
  }
  return InferSameAsInput(node, out);
}

// max(low) first, then min(high): with low > high the result is high.
template <class T>
void SetClipped(const std::vector<T>& x, T low, T high, std::vector<T>& result) {
  result.reserve(x.size());
  for (const T v : x) result.push_back(std::min(std::max(v, low), high));
}

void ValueClip(const NodeView& node, OutputFacts& out) {
  if (!ContentFits(out)) return;
  if (const auto* n = node.ints(0)) {
    const auto* low = node.ints(1);
    const auto* high = node.ints(2);
    std::vector<int64_t> result;
    SetClipped(*n, low != nullptr ? low->at(0) : std::numeric_limits<int64_t>::min(),
               high != nullptr ? high->at(0) : std::numeric_limits<int64_t>::max(), result);
    out.SetInts(0, std::move(result));
  } else if (const auto* x = node.floats(0)) {
    const auto* low = node.floats(1);
    const auto* high = node.floats(2);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::vector<double> result;
    SetClipped(*x, low != nullptr ? low->at(0) : node.attr_float("min", -kInfinity),
               high != nullptr ? high->at(0) : node.attr_float("max", kInfinity), result);
    SetRounded(out, std::move(result));
  }
}

void WorkClip(const NodeView& node, Work& work) {
  const int bounds = (HasBound(node, 1) ? 1 : 0) + (HasBound(node, 2) ? 1 : 0);
  AddElementWork(node.dtype(0), node.out_elements(0), {.comparisons = bounds}, work);
}

}  // namespace

std::vector<OperatorRule> ClipRules() {
  return {
      {.op = "Clip",
       .versions = {1, 6, 11, 12, 13},
       .op_class = OperatorClass::kActivation,
       .infer = InferClip,
       .value = ValueClip,
       .work = WorkClip,
       .formula = "y comparisons for each bound that is given",
       .source = "ONNX operator Clip: min(max(x, low), high)",
       .buffer_inputs = 0b110},
  };
}

}  // namespace roofline
