#include <algorithm>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// The dims [start, end) that Shape-15 selects; the whole shape before that.
Shape SelectedDims(const NodeView& node) {
  const Shape& x = node.shape(0);
  const auto clamp = [&x](int64_t axis) {
    return std::clamp<int64_t>(axis < 0 ? axis + Rank(x) : axis, 0, Rank(x));
  };
  const int64_t start = clamp(node.attr_int("start", 0));
  const int64_t end = clamp(node.attr_int("end", Rank(x)));
  return start < end ? Shape(x.begin() + start, x.begin() + end) : Shape();
}

absl::Status InferShape(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kInt64, {Rank(SelectedDims(node))});
  return absl::OkStatus();
}

void ValueShape(const NodeView& node, OutputFacts& out) {
  const Shape dims = SelectedDims(node);
  out.SetInts(0, {dims.begin(), dims.end()});
}

absl::Status InferSize(const NodeView& node, OutputFacts& out) {
  if (!node.elements(0).ok()) return node.Conflict("the number of elements overflows int64");
  out.Set(0, DType::kInt64, {});
  return absl::OkStatus();
}

void ValueSize(const NodeView& node, OutputFacts& out) {
  out.SetInts(0, {node.elements(0).value()});
}

// Shape and Size look at the descriptor of a tensor, not at its elements.
void WorkDescriptorOnly(const NodeView& /*node*/, Work& work) { work.read_bytes[0] = 0; }

}  // namespace

std::vector<OperatorRule> ShapeRules() {
  return {
      {.op = "Shape",
       .versions = {1, 13, 15, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferShape,
       .value = ValueShape,
       .work = WorkDescriptorOnly,
       .formula = "no arithmetic; writes the extents",
       .source = "ONNX operator Shape",
       .value_needs = ValueNeeds::kShapes},
      {.op = "Size",
       .versions = {1, 13, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferSize,
       .value = ValueSize,
       .work = WorkDescriptorOnly,
       .formula = "no arithmetic; writes one number",
       .source = "ONNX operator Size",
       .value_needs = ValueNeeds::kShapes},
  };
}

}  // namespace roofline
