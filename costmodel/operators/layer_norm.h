#ifndef ROOFLINE_COSTMODEL_OPERATORS_LAYER_NORM_H_
#define ROOFLINE_COSTMODEL_OPERATORS_LAYER_NORM_H_

#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Layer normalisation of `n` elements in `rows` rows: mean and inverse standard deviation, then
// per element a multiplication by it and an FMA with scale and bias (a multiplication without
// bias).
void AddLayerNorm(Work& work, Count n, Count rows, bool bias);

// The same without the mean: Y = X / rms(X) * scale.
void AddRmsNorm(Work& work, Count n, Count rows, bool bias);

// X with every extent from `axis` on made 1: the shape of a statistic kept per row.
Shape RowStatisticsShape(const Shape& x, int axis);

// The type of saved statistics, from stash_type (default float32).
absl::StatusOr<DType> StashType(const NodeView& node);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_LAYER_NORM_H_
