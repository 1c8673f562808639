#ifndef ROOFLINE_COSTMODEL_OPERATORS_BROADCAST_H_
#define ROOFLINE_COSTMODEL_OPERATORS_BROADCAST_H_

#include <span>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// The common shape of `a` and `b` under numpy rules (ONNX "multidirectional broadcasting"); nullopt
// when they do not fit.
std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b);

// The broadcast shape of every present input from `first` on, a conflict when they do not fit.
// Understands the `broadcast` and `axis` attributes of opset < 7, where B is aligned with A from
// `axis` on.
absl::StatusOr<Shape> BroadcastInputs(const NodeView& node, int first = 0);

// The shape of input i as it takes part in broadcasting: padded with ones on the right where the
// `axis` attribute of opset < 7 aligns input 1 with input 0; unchanged otherwise.
Shape AlignedShape(const NodeView& node, int i);

// Row-major strides of `from` as seen in `to` (0 where it is broadcast), for walking content.
Shape BroadcastStrides(const Shape& from, const Shape& to);

// Calls fn(flat index into each of the inputs) for every element of `to` in row-major order.
// `strides[k]` belongs to operand k.
template <class Fn>
void ForEachBroadcast(const Shape& to, std::span<const Shape> strides, Fn&& fn) {
  const int64_t total = Elements(to).value();
  Shape position(to.size(), 0);
  absl::InlinedVector<int64_t, 3> offsets(strides.size(), 0);
  for (int64_t flat = 0; flat < total; ++flat) {
    fn(std::span<const int64_t>(offsets.data(), offsets.size()));
    for (int d = Rank(to) - 1; d >= 0; --d) {
      const auto dim = static_cast<size_t>(d);
      ++position[dim];
      for (size_t k = 0; k < strides.size(); ++k) offsets[k] += strides[k][dim];
      if (position[dim] < to[dim]) break;
      for (size_t k = 0; k < strides.size(); ++k) offsets[k] -= strides[k][dim] * to[dim];
      position[dim] = 0;
    }
  }
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_BROADCAST_H_
