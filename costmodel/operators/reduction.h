#ifndef ROOFLINE_COSTMODEL_OPERATORS_REDUCTION_H_
#define ROOFLINE_COSTMODEL_OPERATORS_REDUCTION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// `shape` with extent 1 at each axis that is reduced.
Shape KeepReduced(const Shape& shape, const std::vector<bool>& reduced);
// `shape` without the axes that are reduced.
Shape DropReduced(const Shape& shape, const std::vector<bool>& reduced);

// Marks each of `axes` in a list of `rank` flags; a conflict when one is out of range.
absl::StatusOr<std::vector<bool>> MarkAxes(const NodeView& node, std::span<const int64_t> axes,
                                           int rank);

// a - b, or 0 when b is greater: folding n numbers into y results takes n - y operations, none
// when there is nothing to fold.
Count Difference(Count a, Count b);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_REDUCTION_H_
