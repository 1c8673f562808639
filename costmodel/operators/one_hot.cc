#include <cmath>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// The extent of the new axis; a fractional depth is cut, as a cast would.
absl::StatusOr<int64_t> Depth(const NodeView& node) {
  if (node.elements(1) != Count(1)) return node.Conflict("expected depth to be one number");
  const auto depth = node.numbers(1);
  if (!depth) return node.NeedsValue(1, "the depth");
  constexpr double kLimit = 4611686018427387904.0;  // 2^62
  if (!(depth->front() >= 0 && depth->front() < kLimit))
    return node.Conflict(fmt::format("depth is {}", depth->front()));
  return static_cast<int64_t>(depth->front());
}

absl::Status InferOneHot(const NodeView& node, OutputFacts& out) {
  Shape shape = node.shape(0);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", -1), Rank(shape) + 1));
  if (node.elements(2) != Count(2)) return node.Conflict("expected values to be [off, on]");
  ASSIGN_OR_RETURN(const int64_t depth, Depth(node));
  shape.insert(shape.begin() + axis, depth);
  out.Set(0, node.dtype(2), std::move(shape));
  return absl::OkStatus();
}

// For each output element: does the index above it name its place along the axis? Negative indices
// count from the end.
template <class T>
std::vector<T> Fill(const NodeView& node, const Shape& shape, int axis, T off, T on) {
  const std::vector<double> indices = *node.numbers(0);
  if (Elements(shape) == Count(0)) return {};
  const int64_t depth = shape[static_cast<size_t>(axis)];
  int64_t inner = 1;
  for (size_t i = static_cast<size_t>(axis) + 1; i < shape.size(); ++i) inner *= shape[i];
  const int64_t total = Elements(shape).value();
  std::vector<T> result;
  for (int64_t flat = 0; flat < total; ++flat) {
    const int64_t outer = flat / (inner * depth);
    const int64_t place = flat / inner % depth;
    const double index = indices[static_cast<size_t>(outer * inner + flat % inner)];
    const double wanted = index < 0 ? index + static_cast<double>(depth) : index;
    result.push_back(static_cast<double>(place) == wanted ? on : off);
  }
  return result;
}

void ValueOneHot(const NodeView& node, OutputFacts& out) {
  const Shape& shape = *out.fact(0).shape;
  const auto axis = node.Axis(node.attr_int("axis", -1), Rank(shape));
  if (!axis.ok() || !node.numbers(0) || !ContentFits(out)) return;
  if (const auto* ints = node.ints(2)) {
    out.SetInts(0, Fill(node, shape, *axis, ints->at(0), ints->at(1)));
  } else if (const auto* floats = node.floats(2)) {
    out.SetFloats(0, Fill(node, shape, *axis, floats->at(0), floats->at(1)));
  }
}

}  // namespace

std::vector<OperatorRule> OneHotRules() {
  return {
      {.op = "OneHot",
       .versions = {9, 11},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferOneHot,
       .value = ValueOneHot,
       .formula = "no arithmetic; writes y",
       .source = "ONNX operator OneHot: a fill with one element set per index",
       .min_inputs = 3,
       .buffer_inputs = 0b111},
  };
}

}  // namespace roofline
