#include "costmodel/operators/convolution.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/operators/window.h"

namespace roofline {
namespace {

absl::StatusOr<int64_t> ReadGroup(const NodeView& node) {
  const int64_t group = node.attr_int("group", 1);
  if (group < 1) return node.Conflict(fmt::format("group is {}, expected 1 or more", group));
  return group;
}

Shape KernelOf(const Shape& w) { return Shape(w.begin() + 2, w.end()); }

absl::Status CheckRanks(const NodeView& node, const Shape& x, const Shape& w) {
  if (Rank(x) >= 3 && Rank(w) == Rank(x)) return absl::OkStatus();
  return node.Conflict(fmt::format("expected X and W of one rank, 3 or more; X is {}, W is {}",
                                   ShapeText(x), ShapeText(w)));
}

// The n spatial extents that output_shape gives; empty when it is absent. Some exporters put batch
// and channels in front.
absl::StatusOr<Shape> RequestedExtents(const NodeView& node, size_t n) {
  const std::vector<int64_t>* list = node.attr_ints("output_shape");
  if (list == nullptr || list->empty()) return Shape();
  if (list->size() != n && list->size() != n + 2) {
    return node.Conflict(fmt::format("output_shape has {} entries, expected {}", list->size(), n));
  }
  Shape extents(list->end() - static_cast<std::ptrdiff_t>(n), list->end());
  for (const int64_t extent : extents) {
    if (extent < 0) return node.Conflict("output_shape has a negative extent");
  }
  return extents;
}

absl::StatusOr<Shape> OutputPadding(const NodeView& node, size_t n) {
  const std::vector<int64_t>* list = node.attr_ints("output_padding");
  if (list == nullptr || list->empty()) return Shape(n, 0);
  if (list->size() != n) {
    return node.Conflict(
        fmt::format("output_padding has {} entries, expected {}", list->size(), n));
  }
  for (const int64_t extent : *list) {
    if (extent < 0) return node.Conflict("output_padding has a negative entry");
  }
  return Shape(list->begin(), list->end());
}

// Pads given as an input in place of the attribute.
absl::Status ReplacePads(const NodeView& node, const std::vector<int64_t>& pads, Window& window) {
  const size_t n = window.kernel.size();
  if (pads.size() != 2 * n) {
    return node.Conflict(fmt::format("Pads has {} entries, expected {}", pads.size(), 2 * n));
  }
  for (const int64_t pad : pads) {
    if (pad < 0 || pad > INT32_MAX) return node.Conflict("Pads has an entry out of range");
  }
  window.pads_begin.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(n));
  window.pads_end.assign(pads.begin() + static_cast<std::ptrdiff_t>(n), pads.end());
  return absl::OkStatus();
}

absl::StatusOr<int64_t> TransposedExtent(const NodeView& node, const Window& window, size_t i,
                                         int64_t input, int64_t output_padding) {
  if (input == 0) return 0;
  const Count stride = window.strides[i];
  if (window.same_upper || window.same_lower) {
    const Count same = Count(input) * stride;
    if (!same.ok()) return node.Conflict("the output extent overflows int64");
    return same.value();
  }
  const Count reach = Count(window.kernel[i] - 1) * window.dilations[i] + 1;
  const Count full = stride * (Count(input) - 1) + output_padding + reach;
  if (!full.ok()) return node.Conflict("the output extent overflows int64");
  int64_t extent = full.value();
  if (__builtin_sub_overflow(extent, window.pads_begin[i], &extent) ||
      __builtin_sub_overflow(extent, window.pads_end[i], &extent) || extent < 0) {
    return node.Conflict(fmt::format("pads {} and {} leave no valid extent of the {} elements",
                                     window.pads_begin[i], window.pads_end[i], full.value()));
  }
  return extent;
}

}  // namespace

absl::StatusOr<Shape> ConvShape(const NodeView& node, const Shape& x, const Shape& w,
                                ChannelOrder order, ChannelCheck check) {
  RETURN_IF_ERROR(CheckRanks(node, x, w));
  ASSIGN_OR_RETURN(const int64_t group, ReadGroup(node));
  const int64_t channels = Channels(x, order);
  if (check == ChannelCheck::kExact && Count(w[1]) * group != Count(channels)) {
    return node.Conflict(
        fmt::format("X has {} channels, W expects {} x {} groups", channels, w[1], group));
  }
  if (w[0] % group != 0)
    return node.Conflict(fmt::format("{} filters do not split into {} groups", w[0], group));
  ASSIGN_OR_RETURN(const Window window, ReadWindow(node, KernelOf(w)));
  if (window.kernel != KernelOf(w)) {
    return node.Conflict(fmt::format("kernel_shape is {}, W has {}", ShapeText(window.kernel),
                                     ShapeText(KernelOf(w))));
  }
  ASSIGN_OR_RETURN(const Shape spatial, SlideWindow(node, window, SpatialExtents(x, order)));
  return ImageShape(x[0], w[0], spatial, order);
}

absl::StatusOr<Shape> ConvTransposeShape(const NodeView& node, const Shape& x, const Shape& w,
                                         ChannelOrder order, const std::vector<int64_t>* pads) {
  RETURN_IF_ERROR(CheckRanks(node, x, w));
  ASSIGN_OR_RETURN(const int64_t group, ReadGroup(node));
  const int64_t channels = Channels(x, order);
  if (w[0] != channels || channels % group != 0) {
    return node.Conflict(
        fmt::format("X has {} channels in {} groups, W expects {}", channels, group, w[0]));
  }
  const Count filters = Count(w[1]) * group;
  if (!filters.ok()) return node.Conflict("the number of filters overflows int64");
  ASSIGN_OR_RETURN(Window window, ReadWindow(node, KernelOf(w)));
  if (pads != nullptr) RETURN_IF_ERROR(ReplacePads(node, *pads, window));
  const size_t n = window.kernel.size();
  ASSIGN_OR_RETURN(Shape spatial, RequestedExtents(node, n));
  if (spatial.empty()) {
    ASSIGN_OR_RETURN(const Shape padding, OutputPadding(node, n));
    const Shape input = SpatialExtents(x, order);
    for (size_t i = 0; i < n; ++i) {
      ASSIGN_OR_RETURN(const int64_t extent,
                       TransposedExtent(node, window, i, input[i], padding[i]));
      spatial.push_back(extent);
    }
  }
  return ImageShape(x[0], filters.value(), spatial, order);
}

Count MacsPerElement(const Shape& w) {
  return w.empty() ? Count(0) : Elements(Shape(w.begin() + 1, w.end()));
}

absl::Status CheckBias(const NodeView& node, int i, int64_t filters) {
  if (!node.has_shape(i) || Elements(node.shape(i)) == Count(filters)) return absl::OkStatus();
  return node.Conflict(
      fmt::format("the bias is {}, expected {} numbers", ShapeText(node.shape(i)), filters));
}

}  // namespace roofline
