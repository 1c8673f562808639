#ifndef ROOFLINE_COSTMODEL_OPERATORS_WINDOW_H_
#define ROOFLINE_COSTMODEL_OPERATORS_WINDOW_H_

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// A sliding window over n spatial dimensions, as Conv and the pooling operators share it. All lists
// have n entries.
struct Window {
  Shape kernel;
  Shape strides;
  Shape dilations;
  Shape pads_begin;
  Shape pads_end;
  bool same_upper = false;  // auto_pad: the output is ceil(input / stride)
  bool same_lower = false;
  bool valid = false;  // auto_pad VALID: pads are zero
  bool ceil_mode = false;
};

// Reads kernel_shape (default: `kernel_default`), strides, dilations, pads, auto_pad and ceil_mode.
// A conflict when a list has the wrong length or a stride, dilation or kernel is below 1.
absl::StatusOr<Window> ReadWindow(const NodeView& node, const Shape& kernel_default);

// Output extents of the window over `spatial`, a conflict when the kernel does not fit. With
// ceil_mode a window that would start in the end padding is dropped, as the operator texts of
// MaxPool-22 and AveragePool-22 say.
absl::StatusOr<Shape> SlideWindow(const NodeView& node, const Window& window, const Shape& spatial);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_WINDOW_H_
