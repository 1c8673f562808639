#include "costmodel/operators/broadcast.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace roofline {
namespace {

// True when the `broadcast` and `axis` attributes of opset < 7 say where input 1 lines up.
bool AlignsByAxis(const NodeView& node) {
  return node.node().domain.empty() && node.opset() < 7 && node.attr_int("broadcast", 0) != 0 &&
         node.has_attr("axis");
}

}  // namespace

std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  const Shape& longer = a.size() >= b.size() ? a : b;
  const Shape& shorter = a.size() >= b.size() ? b : a;
  Shape result = longer;
  const size_t lead = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& dim = result[lead + i];
    if (dim == shorter[i] || shorter[i] == 1) continue;
    if (dim != 1) return std::nullopt;
    dim = shorter[i];
  }
  return result;
}

absl::StatusOr<Shape> BroadcastInputs(const NodeView& node, int first) {
  std::optional<Shape> result;
  for (int i = first; i < node.num_inputs(); ++i) {
    if (!node.has_input(i)) continue;
    if (!node.has_shape(i)) return node.Conflict("expected tensors");
    if (!result) {
      result = node.shape(i);
      continue;
    }
    result = BroadcastShapes(*result, AlignedShape(node, i));
    if (!result) return node.Conflict("shapes cannot be broadcast together");
  }
  return result.value_or(Shape());
}

Shape AlignedShape(const NodeView& node, int i) {
  Shape aligned = node.shape(i);
  if (i != 1 || !AlignsByAxis(node)) return aligned;
  const int rank = Rank(node.shape(0));
  const int64_t axis = node.attr_int("axis", -1);
  if (axis < 0 || axis > rank) return aligned;  // not an axis: the shapes will not fit
  while (axis + Rank(aligned) < rank) aligned.push_back(1);
  return aligned;
}

Shape BroadcastStrides(const Shape& from, const Shape& to) {
  Shape strides(to.size(), 0);
  const Count elements = Elements(from);
  if (!elements.ok() || elements == Count(0)) return strides;  // nothing to walk
  int64_t stride = 1;
  for (size_t i = 0; i < from.size(); ++i) {
    const size_t source = from.size() - 1 - i;
    const size_t target = to.size() - 1 - i;
    if (from[source] != 1) strides[target] = stride;
    stride *= from[source];
  }
  return strides;
}

}  // namespace roofline
