#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// Version 1 has a default axis, the later ones require the attribute.
absl::StatusOr<int> ConcatAxis(const NodeView& node) {
  if (node.opset() >= 4 && !node.has_attr("axis")) return node.Conflict("expected an axis");
  return node.Axis(node.attr_int("axis", 1), Rank(node.shape(0)));
}

absl::Status InferConcat(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int axis, ConcatAxis(node));
  const auto joined = static_cast<size_t>(axis);
  Shape y = node.shape(0);
  Count total = y[joined];
  for (int i = 1; i < node.num_inputs(); ++i) {
    if (!node.has_shape(i)) return node.Conflict("expected tensors of known shape");
    const Shape& x = node.shape(i);
    bool fits = x.size() == y.size();
    for (size_t d = 0; fits && d < x.size(); ++d) fits = d == joined || x[d] == y[d];
    if (!fits) {
      return node.Conflict(fmt::format("input {} ({}) differs from input 0 ({}) outside of axis {}",
                                       i, ShapeText(x), ShapeText(node.shape(0)), axis));
    }
    total += x[joined];
  }
  if (!total.ok()) return node.Conflict("the joined extent overflows int64");
  y[joined] = total.value();
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void ValueConcat(const NodeView& node, OutputFacts& out) {
  const auto axis = ConcatAxis(node);
  if (!axis.ok() || !HoldsContent(out, 0)) return;
  const auto joined = static_cast<size_t>(*axis);
  std::vector<const Tensor*> sources;
  std::vector<size_t> owner;       // of each index along the axis: the input
  std::vector<int64_t> own_index;  // and the index within it
  std::vector<Shape> strides;
  if (Elements(*out.fact(0).shape).value() > 0) {
    for (int i = 0; i < node.num_inputs(); ++i) {
      for (int64_t k = 0; k < node.shape(i)[joined]; ++k) {
        owner.push_back(static_cast<size_t>(i));
        own_index.push_back(k);
      }
    }
  }
  for (int i = 0; i < node.num_inputs(); ++i) {
    sources.push_back(node.input(i).value.get());
    strides.push_back(RowMajorStrides(node.shape(i)));
  }
  std::vector<Pick> picks;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    const auto along = static_cast<size_t>(position[joined]);
    Shape source_position = position;
    source_position[joined] = own_index[along];
    picks.push_back({owner[along], FlatIndex(source_position, strides[owner[along]])});
  });
  SetPicked(out, 0, sources, picks);
}

}  // namespace

std::vector<OperatorRule> ConcatRules() {
  return {
      {.op = "Concat",
       .versions = {1, 4, 11, 13},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferConcat,
       .value = ValueConcat,
       .formula = "no arithmetic; reads every input, writes y",
       .source = "ONNX operator Concat"},
  };
}

}  // namespace roofline
