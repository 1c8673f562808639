#ifndef ROOFLINE_COSTMODEL_OPERATORS_CONTRACTION_H_
#define ROOFLINE_COSTMODEL_OPERATORS_CONTRACTION_H_

#include <optional>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Shape of numpy.matmul(a, b), 1-D operands and broadcast batch dims included; a conflict of `node`
// when the operands do not fit.
absl::StatusOr<Shape> MatMulShape(const NodeView& node, const Shape& a, const Shape& b);

// Length of the dot products of MatMulShape(a, b): the last extent of `a`. 0 for a scalar, which
// MatMulShape refuses.
int64_t ContractedExtent(const Shape& a);

// The shape with its last two extents exchanged when `transpose` is set and it has two.
Shape TransposedMatrix(Shape shape, bool transpose);

// Rows, columns and depth of Gemm: [M, K] x [K, N].
struct GemmExtents {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;

  Count macs() const { return Count(m) * n * k; }
  Count outputs() const { return Count(m) * n; }
};

// From two matrices and the attributes transA and transB; a conflict when they do not fit.
absl::StatusOr<GemmExtents> ReadGemm(const NodeView& node, const Shape& a, const Shape& b);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_CONTRACTION_H_
