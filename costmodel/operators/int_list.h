#ifndef ROOFLINE_COSTMODEL_OPERATORS_INT_LIST_H_
#define ROOFLINE_COSTMODEL_OPERATORS_INT_LIST_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "costmodel/operators/node_view.h"

namespace roofline {

// A list of integers (axes, pads, sizes) that an operator takes as an attribute in its older
// versions and as an input in its newer ones.
struct IntList {
  bool given = false;           // the operand or the attribute is there
  bool known = false;           // and its content is known before the run
  int64_t length = -1;          // known even when the content is not, if the operand's shape is
  std::vector<int64_t> values;  // when known
};

// Reads input `i`, or attribute `attr` when that input is absent. Works for every version: an
// older node has no such input, a newer one no such attribute.
IntList ReadIntList(const NodeView& node, std::string_view attr, int i);

// `axes` made non-negative, each in [0, rank) and no axis twice; else a conflict.
absl::StatusOr<std::vector<int>> UniqueAxes(const NodeView& node, const std::vector<int64_t>& axes,
                                            int rank);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_INT_LIST_H_
