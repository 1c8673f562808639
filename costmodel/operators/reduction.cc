#include "costmodel/operators/reduction.h"

namespace roofline {

Shape KeepReduced(const Shape& shape, const std::vector<bool>& reduced) {
  Shape result = shape;
  for (size_t i = 0; i < result.size(); ++i) {
    if (reduced[i]) result[i] = 1;
  }
  return result;
}

Shape DropReduced(const Shape& shape, const std::vector<bool>& reduced) {
  Shape result;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!reduced[i]) result.push_back(shape[i]);
  }
  return result;
}

absl::StatusOr<std::vector<bool>> MarkAxes(const NodeView& node, std::span<const int64_t> axes,
                                           int rank) {
  std::vector<bool> marked(static_cast<size_t>(rank), false);
  for (const int64_t axis : axes) {
    ASSIGN_OR_RETURN(const int index, node.Axis(axis, rank));
    marked[static_cast<size_t>(index)] = true;
  }
  return marked;
}

Count Difference(Count a, Count b) {
  return a.ok() && b.ok() && a.value() < b.value() ? Count(0) : a - b;
}

}  // namespace roofline
