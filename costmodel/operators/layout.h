#ifndef ROOFLINE_COSTMODEL_OPERATORS_LAYOUT_H_
#define ROOFLINE_COSTMODEL_OPERATORS_LAYOUT_H_

#include "costmodel/operators/node_view.h"

namespace roofline {

// Where the channels of an image tensor stand: [N, C, D1..Dn] or [N, D1..Dn, C].
enum class ChannelOrder : uint8_t { kFirst, kLast };

// The order a node works in: last for the com.ms.internal.nhwc domain, for operators named Nhwc...,
// and where an attribute channels_last says so (its absence means `fallback`); first otherwise.
inline ChannelOrder ChannelOrderOf(const NodeView& node, int64_t fallback = 0) {
  const bool last = node.node().domain == "com.ms.internal.nhwc" || node.op().starts_with("Nhwc") ||
                    node.attr_int("channels_last", fallback) != 0;
  return last ? ChannelOrder::kLast : ChannelOrder::kFirst;
}

// The channels of an image tensor of rank 2 or more.
inline int64_t Channels(const Shape& x, ChannelOrder order) {
  return order == ChannelOrder::kFirst ? x[1] : x.back();
}

// The spatial extents of an image tensor of rank 2 or more.
inline Shape SpatialExtents(const Shape& x, ChannelOrder order) {
  return order == ChannelOrder::kFirst ? Shape(x.begin() + 2, x.end())
                                       : Shape(x.begin() + 1, x.end() - 1);
}

// The image tensor of these extents.
inline Shape ImageShape(int64_t batch, int64_t channels, const Shape& spatial, ChannelOrder order) {
  Shape shape = {batch};
  if (order == ChannelOrder::kFirst) shape.push_back(channels);
  shape.insert(shape.end(), spatial.begin(), spatial.end());
  if (order == ChannelOrder::kLast) shape.push_back(channels);
  return shape;
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_LAYOUT_H_
