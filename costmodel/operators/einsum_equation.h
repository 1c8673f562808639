#ifndef ROOFLINE_COSTMODEL_OPERATORS_EINSUM_EQUATION_H_
#define ROOFLINE_COSTMODEL_OPERATORS_EINSUM_EQUATION_H_

#include <map>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// Extents by subscript label. A label is the character code of a letter, or kEllipsisLabel + the
// position from the right of a dimension that "..." stands for.
using LabelExtents = std::map<int, int64_t>;

constexpr int kEllipsisLabel = 1000;

// An Einsum equation bound to the shapes of its operands.
struct EinsumEquation {
  // One per operand; a label that is repeated within a term (a diagonal) is there once.
  std::vector<LabelExtents> operands;
  std::vector<int> output;
  LabelExtents extents;  // of every label; an extent of 1 broadcasts to the others'
};

// Parses and binds the `equation` attribute. A conflict when the text is malformed, the number of
// terms or a rank differs from the operands, or the extents of a label disagree. Every operand must
// have a shape.
absl::StatusOr<EinsumEquation> ReadEinsum(const NodeView& node);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_EINSUM_EQUATION_H_
