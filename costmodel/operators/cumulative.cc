#include <algorithm>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferCumulative(const NodeView& node, OutputFacts& out) {
  if (node.elements(1) != Count(1)) return node.Conflict("expected axis to be one number");
  if (const auto* axis = node.ints(1)) {
    RETURN_IF_ERROR(node.Axis(axis->front(), Rank(node.shape(0))).status());
  }
  return InferSameAsInput(node, out);
}

// Where the lines along one axis lie in row-major order.
struct Lines {
  int64_t length = 1;
  int64_t stride = 1;
};

Lines LinesOf(const Shape& shape, int axis) {
  Lines lines;
  lines.length = shape[static_cast<size_t>(axis)];
  for (size_t i = static_cast<size_t>(axis) + 1; i < shape.size(); ++i) lines.stride *= shape[i];
  return lines;
}

template <class T>
T Step(bool product, T total, T x) {
  if constexpr (std::is_integral_v<T>) {
    const auto a = static_cast<uint64_t>(total);
    const auto b = static_cast<uint64_t>(x);
    return static_cast<T>(product ? a * b : a + b);
  } else {
    return product ? total * x : total + x;
  }
}

template <class T>
std::vector<T> Accumulate(const NodeView& node, const std::vector<T>& x, int axis) {
  if (x.empty()) return {};
  const Lines lines = LinesOf(node.shape(0), axis);
  const bool exclusive = node.attr_int("exclusive", 0) != 0;
  const bool reverse = node.attr_int("reverse", 0) != 0;
  const bool product = node.op() == "CumProd";
  std::vector<T> result(x.size());
  const auto size = static_cast<int64_t>(x.size());
  for (int64_t start = 0; start < size; ++start) {
    if (start / lines.stride % lines.length != 0) continue;
    T total = product ? 1 : 0;
    for (int64_t i = 0; i < lines.length; ++i) {
      const int64_t step = reverse ? lines.length - 1 - i : i;
      const auto at = static_cast<size_t>(start + step * lines.stride);
      if (exclusive) result[at] = total;
      total = Step(product, total, x[at]);
      if (!exclusive) result[at] = total;
    }
  }
  return result;
}

void ValueCumulative(const NodeView& node, OutputFacts& out) {
  const auto* axis = node.ints(1);
  if (axis == nullptr || axis->empty() || !ContentFits(out)) return;
  const auto index = node.Axis(axis->front(), Rank(node.shape(0)));
  if (!index.ok()) return;
  if (const auto* ints = node.ints(0)) {
    SetWrapped(out, Accumulate(node, *ints, *index));
  } else if (const auto* floats = node.floats(0)) {
    SetRounded(out, Accumulate(node, *floats, *index));
  }
}

void WorkCumulative(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = 1}, work);
}

OperatorRule Cumulative(std::string_view op, std::vector<int> versions, std::string_view formula) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kReduction,
          .infer = InferCumulative,
          .value = ValueCumulative,
          .work = WorkCumulative,
          .formula = formula,
          .source = "ONNX operators CumSum, CumProd: a running total, one step per element",
          .min_inputs = 2,
          .buffer_inputs = 0b10};
}

}  // namespace

std::vector<OperatorRule> CumulativeRules() {
  return {Cumulative("CumProd", {26}, "y multiplications"),
          Cumulative("CumSum", {11, 14}, "y additions")};
}

}  // namespace roofline
