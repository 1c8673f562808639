#ifndef ROOFLINE_COSTMODEL_OPERATORS_POOLING_H_
#define ROOFLINE_COSTMODEL_OPERATORS_POOLING_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/operators/layout.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

// The shape that pooling with kernel_shape, strides, pads ... makes of X.
absl::StatusOr<Shape> PooledShape(const NodeView& node, const Shape& x, ChannelOrder order);

// X with every spatial extent made 1.
absl::StatusOr<Shape> GloballyPooledShape(const NodeView& node, const Shape& x, ChannelOrder order);

// Elements of one pooling window, from kernel_shape.
Count WindowElements(const NodeView& node);

// Elements that each output of a global pooling sums up; 0 when there is no output.
Count GlobalWindowElements(const Shape& x, const Shape& y);

// `y` results over windows of `window` elements each, on elements of `dtype`: the maximum takes
// window - 1 comparisons, the mean window - 1 additions and a division.
void AddMaxPooling(Work& work, DType dtype, Count y, Count window);
void AddAveragePooling(Work& work, DType dtype, Count y, Count window);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_POOLING_H_
