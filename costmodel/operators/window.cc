#include "costmodel/operators/window.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

namespace roofline {
namespace {

// Keeps extent arithmetic within int64 whatever the attributes say.
constexpr int64_t kMaxWindowNumber = std::numeric_limits<int32_t>::max();

absl::StatusOr<Shape> ReadList(const NodeView& node, std::string_view name, size_t length,
                               Shape fallback, int64_t least) {
  const std::vector<int64_t>* list = node.attr_ints(name);
  if (list == nullptr || list->empty()) return fallback;
  if (list->size() != length) {
    return node.Conflict(fmt::format("{} has {} entries, expected {}", name, list->size(), length));
  }
  for (const int64_t entry : *list) {
    if (entry < least || entry > kMaxWindowNumber) {
      return node.Conflict(fmt::format("{} is [{}], expected entries of {} or more", name,
                                       fmt::join(*list, ", "), least));
    }
  }
  return Shape(list->begin(), list->end());
}

}  // namespace

absl::StatusOr<Window> ReadWindow(const NodeView& node, const Shape& kernel_default) {
  const size_t n = kernel_default.size();
  Window window;
  ASSIGN_OR_RETURN(window.kernel, ReadList(node, "kernel_shape", n, kernel_default, 1));
  ASSIGN_OR_RETURN(window.strides, ReadList(node, "strides", n, Shape(n, 1), 1));
  ASSIGN_OR_RETURN(window.dilations, ReadList(node, "dilations", n, Shape(n, 1), 1));
  ASSIGN_OR_RETURN(const Shape pads,
                   ReadList(node, "pads", 2 * n, Shape(2 * n, 0), -kMaxWindowNumber));
  for (const int64_t extent : window.kernel) {
    if (extent < 1) return node.Conflict("kernel extents must be 1 or more");
  }
  window.pads_begin.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(n));
  window.pads_end.assign(pads.begin() + static_cast<std::ptrdiff_t>(n), pads.end());
  const std::string_view auto_pad = node.attr_string("auto_pad", "NOTSET");
  window.same_upper = auto_pad == "SAME_UPPER";
  window.same_lower = auto_pad == "SAME_LOWER";
  window.valid = auto_pad == "VALID";
  window.ceil_mode = node.attr_int("ceil_mode", 0) != 0;
  if (window.valid) {
    window.pads_begin.assign(n, 0);
    window.pads_end.assign(n, 0);
  }
  return window;
}

absl::StatusOr<Shape> SlideWindow(const NodeView& node, const Window& window,
                                  const Shape& spatial) {
  Shape result;
  for (size_t i = 0; i < spatial.size(); ++i) {
    const int64_t stride = window.strides[i];
    if (window.same_upper || window.same_lower) {
      result.push_back((Count(spatial[i]) + (stride - 1)).value() / stride);
      continue;
    }
    const Count reach = Count(window.kernel[i] - 1) * window.dilations[i] + 1;
    const Count padded_up = Count(spatial[i]) + Count(std::max<int64_t>(window.pads_begin[i], 0)) +
                            Count(std::max<int64_t>(window.pads_end[i], 0));
    if (!reach.ok() || !padded_up.ok()) return node.Conflict("window arithmetic overflows int64");
    const int64_t padded = spatial[i] + window.pads_begin[i] + window.pads_end[i];
    if (padded < reach.value()) {
      if (spatial[i] == 0) {  // an empty tensor stays empty
        result.push_back(0);
        continue;
      }
      return node.Conflict(fmt::format(
          "a window of {} (dilation {}) does not fit into {} + pads {} and {}", window.kernel[i],
          window.dilations[i], spatial[i], window.pads_begin[i], window.pads_end[i]));
    }
    const int64_t span = padded - reach.value();
    int64_t steps = span / stride + 1;
    if (window.ceil_mode) {
      if (span % stride != 0) ++steps;
      if ((steps - 1) * stride >= spatial[i] + window.pads_begin[i]) --steps;
    }
    result.push_back(steps);
  }
  return result;
}

}  // namespace roofline
