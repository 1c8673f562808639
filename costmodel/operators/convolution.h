#ifndef ROOFLINE_COSTMODEL_OPERATORS_CONVOLUTION_H_
#define ROOFLINE_COSTMODEL_OPERATORS_CONVOLUTION_H_

#include <optional>

#include "absl/status/statusor.h"
#include "costmodel/operators/layout.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// Whether X must have exactly Cin/group x group channels. Blocked layouts pad channels.
enum class ChannelCheck : uint8_t { kExact, kNone };

// Output of a convolution of X [N, C, D1..Dn] (or channels last) by W [M, C/group, k1..kn] under
// the attributes of Conv. A conflict when they do not fit.
absl::StatusOr<Shape> ConvShape(const NodeView& node, const Shape& x, const Shape& w,
                                ChannelOrder order, ChannelCheck check = ChannelCheck::kExact);

// Output of a transposed convolution by W [C, M/group, k1..kn] under the attributes of
// ConvTranspose. `pads` (2n numbers) replaces the attribute when given.
absl::StatusOr<Shape> ConvTransposeShape(const NodeView& node, const Shape& x, const Shape& w,
                                         ChannelOrder order,
                                         const std::vector<int64_t>* pads = nullptr);

// Products of a filter W: prod(W) without its first extent, the multiply-accumulates per output
// element of a convolution, and per input element of a transposed one.
Count MacsPerElement(const Shape& w);

// A conflict unless input i is absent or holds one number per filter.
absl::Status CheckBias(const NodeView& node, int i, int64_t filters);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_CONVOLUTION_H_
