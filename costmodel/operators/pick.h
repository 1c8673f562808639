#ifndef ROOFLINE_COSTMODEL_OPERATORS_PICK_H_
#define ROOFLINE_COSTMODEL_OPERATORS_PICK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "costmodel/operators/node_view.h"

namespace roofline {

// Content of operators that move elements without changing them: every output element is an element
// of one of a few source tensors.

// One element: its flat index in one of the sources.
struct Pick {
  size_t source = 0;
  int64_t at = 0;
};

// Sets the content of output `o`: element k is picks[k]. Sets nothing when a pick lies outside of
// its source or the sources hold different kinds of content.
void SetPicked(OutputFacts& out, int o, std::span<const Tensor* const> sources,
               std::span<const Pick> picks);

// The same with the content of input `i` as the only source.
void SetPicked(const NodeView& node, int i, OutputFacts& out, int o, std::span<const int64_t> at);

// Output `o` walks through the content of input `i`: its element at position p is source element
// base + sum(p[d] * strides[d]).
void SetStrided(const NodeView& node, int i, OutputFacts& out, int o, int64_t base,
                const Shape& strides);

// Gives output `o` the elements of input `i` in their order.
void SetSameElements(const NodeView& node, int i, OutputFacts& out, int o);

// True when output `o` has a shape small enough to hold content.
bool HoldsContent(const OutputFacts& out, int o);

// Elements to step over to get to the next index of each dimension, for a row-major tensor.
Shape RowMajorStrides(const Shape& shape);

// `index` counted from the end when negative; -1 when it is outside of [-extent, extent).
int64_t WrapIndex(int64_t index, int64_t extent);

// Calls fn(position) for every position of a shape small enough to hold content, in row-major
// order.
template <class Fn>
void ForEachPosition(const Shape& shape, Fn&& fn) {
  const int64_t total = Elements(shape).value();
  Shape position(shape.size(), 0);
  for (int64_t flat = 0; flat < total; ++flat) {
    fn(static_cast<const Shape&>(position));
    for (size_t d = shape.size(); d-- > 0;) {
      if (++position[d] < shape[d]) break;
      position[d] = 0;
    }
  }
}

// Flat index of `position` under `strides`.
int64_t FlatIndex(const Shape& position, const Shape& strides);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_PICK_H_
