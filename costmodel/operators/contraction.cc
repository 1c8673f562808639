#include "costmodel/operators/contraction.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/operators/broadcast.h"

namespace roofline {

absl::StatusOr<Shape> MatMulShape(const NodeView& node, const Shape& a, const Shape& b) {
  if (a.empty() || b.empty()) return node.Conflict("a scalar cannot be multiplied as a matrix");
  const int64_t b_depth = b.size() == 1 ? b[0] : b[b.size() - 2];
  if (a.back() != b_depth) {
    return node.Conflict(fmt::format("cannot multiply {} by {}: the inner extents {} and {} differ",
                                     ShapeText(a), ShapeText(b), a.back(), b_depth));
  }
  const auto batch = [](const Shape& s) {
    return s.size() > 2 ? Shape(s.begin(), s.end() - 2) : Shape();
  };
  std::optional<Shape> y = BroadcastShapes(batch(a), batch(b));
  if (!y) {
    return node.Conflict(
        fmt::format("batch extents of {} and {} do not broadcast", ShapeText(a), ShapeText(b)));
  }
  if (a.size() > 1) y->push_back(a[a.size() - 2]);
  if (b.size() > 1) y->push_back(b.back());
  return *std::move(y);
}

int64_t ContractedExtent(const Shape& a) { return a.empty() ? 0 : a.back(); }

Shape TransposedMatrix(Shape shape, bool transpose) {
  if (transpose && shape.size() >= 2) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  return shape;
}

absl::StatusOr<GemmExtents> ReadGemm(const NodeView& node, const Shape& a, const Shape& b) {
  if (Rank(a) != 2 || Rank(b) != 2) return node.Conflict("expected A and B to be matrices");
  const Shape left = TransposedMatrix(a, node.attr_int("transA", 0) != 0);
  const Shape right = TransposedMatrix(b, node.attr_int("transB", 0) != 0);
  if (left[1] != right[0]) {
    return node.Conflict(fmt::format("A' is {} and B' is {}: the inner extents differ",
                                     ShapeText(left), ShapeText(right)));
  }
  return GemmExtents{.m = left[0], .n = right[1], .k = left[1]};
}

}  // namespace roofline
