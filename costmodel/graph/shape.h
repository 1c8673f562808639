#ifndef ROOFLINE_COSTMODEL_GRAPH_SHAPE_H_
#define ROOFLINE_COSTMODEL_GRAPH_SHAPE_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>

#include "absl/container/inlined_vector.h"
#include "costmodel/count.h"

namespace roofline {

// Extents of a tensor, outermost first. Rank 0 is a scalar: one element. Every extent is >= 0.
using Shape = absl::InlinedVector<int64_t, 6>;

inline int Rank(const Shape& shape) { return static_cast<int>(shape.size()); }

// Product of the extents; not ok() on int64 overflow. An extent of 0 gives 0 whatever the others
// are.
inline Count Elements(const Shape& shape) {
  Count product = 1;
  for (const int64_t dim : shape) {
    if (dim == 0) return 0;
  }
  for (const int64_t dim : shape) product *= dim;
  return product;
}

// "1x3x224x224"; "scalar" for rank 0.
inline std::string ShapeText(const Shape& shape) {
  return shape.empty() ? std::string("scalar") : fmt::format("{}", fmt::join(shape, "x"));
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_SHAPE_H_
