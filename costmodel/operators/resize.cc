#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Where an operator of this family keeps its operands; -1: it has none.
struct ResizeOperands {
  int roi = -1;
  int scales = -1;
  int sizes = -1;
};

ResizeOperands ResizeOperandsOf(const NodeView& node) {
  if (node.op() == "Resize" && node.opset() >= 11) return {.roi = 1, .scales = 2, .sizes = 3};
  return {.scales = 1};
}

// True when the operand is there and not the empty tensor that stands for leaving it out.
bool Given(const NodeView& node, int i) {
  return i >= 0 && node.has_input(i) && !(node.has_shape(i) && node.elements(i) == Count(0));
}

// Scales and sizes are stored as float32 and the extents follow float32 arithmetic, as in the shape
// inference of ONNX (resizeShapeInference): floor(float(extent) * scale).
absl::StatusOr<int64_t> ToExtent(const NodeView& node, float extent) {
  constexpr float kBelowMax = 9.2e18F;
  if (!(extent >= 0 && extent < kBelowMax)) {
    return node.Conflict(fmt::format("an extent comes out as {}", extent));
  }
  return static_cast<int64_t>(extent);
}

// The axes that scales, sizes and roi are about: all of them before version 18.
absl::StatusOr<std::vector<int>> ResizedAxes(const NodeView& node) {
  const int rank = Rank(node.shape(0));
  const auto* listed = node.attr_ints("axes");
  if (listed != nullptr && !listed->empty()) return UniqueAxes(node, *listed, rank);
  std::vector<int> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

// Share of each axis that the region of interest covers; 1 unless the coordinates are cropped.
absl::StatusOr<std::vector<float>> RoiShares(const NodeView& node, const ResizeOperands& operands,
                                             size_t count) {
  std::vector<float> shares(count, 1.0F);
  if (node.attr_string("coordinate_transformation_mode", "") != "tf_crop_and_resize") return shares;
  if (!Given(node, operands.roi)) return node.Conflict("tf_crop_and_resize expects a roi");
  const auto roi = node.numbers(operands.roi);
  if (!roi) return node.NeedsValue(operands.roi, "the region of interest");
  if (roi->size() != 2 * count) {
    return node.Conflict(fmt::format("roi has {} entries for {} axes", roi->size(), count));
  }
  for (size_t k = 0; k < count; ++k) {
    shares[k] = static_cast<float>((*roi)[count + k]) - static_cast<float>((*roi)[k]);
  }
  return shares;
}

absl::StatusOr<Shape> ScaledShape(const NodeView& node, const std::vector<double>& scales,
                                  const std::vector<int>& axes, const std::vector<float>& shares) {
  Shape y = node.shape(0);
  if (scales.size() != axes.size()) {
    return node.Conflict(fmt::format("{} scales for {} axes", scales.size(), axes.size()));
  }
  for (size_t k = 0; k < axes.size(); ++k) {
    if (!(scales[k] > 0)) return node.Conflict(fmt::format("a scale is {}", scales[k]));
    int64_t& extent = y[static_cast<size_t>(axes[k])];
    const auto scale = static_cast<float>(scales[k]);
    ASSIGN_OR_RETURN(extent,
                     ToExtent(node, std::floor(static_cast<float>(extent) * shares[k] * scale)));
  }
  return y;
}

// Resize-18: one scale for all axes, the smallest or largest that the sizes ask for.
absl::StatusOr<Shape> AspectKept(const NodeView& node, const std::vector<int64_t>& sizes,
                                 const std::vector<int>& axes, bool not_larger) {
  Shape y = node.shape(0);
  float scale = 0;
  for (size_t k = 0; k < axes.size(); ++k) {
    const int64_t extent = y[static_cast<size_t>(axes[k])];
    if (extent == 0) return node.Conflict("an axis of extent 0 has no aspect ratio to keep");
    const float wanted = static_cast<float>(sizes[k]) / static_cast<float>(extent);
    scale = k == 0 ? wanted : not_larger ? std::min(scale, wanted) : std::max(scale, wanted);
  }
  for (const int axis : axes) {
    int64_t& extent = y[static_cast<size_t>(axis)];
    ASSIGN_OR_RETURN(extent, ToExtent(node, std::round(scale * static_cast<float>(extent))));
  }
  return y;
}

absl::StatusOr<Shape> SizedShape(const NodeView& node, const std::vector<int64_t>& sizes,
                                 const std::vector<int>& axes) {
  if (sizes.size() != axes.size()) {
    return node.Conflict(fmt::format("{} sizes for {} axes", sizes.size(), axes.size()));
  }
  for (const int64_t size : sizes) {
    if (size < 0) return node.Conflict(fmt::format("a size is {}", size));
  }
  const std::string_view policy = node.attr_string("keep_aspect_ratio_policy", "stretch");
  if (policy != "stretch") return AspectKept(node, sizes, axes, policy == "not_larger");
  Shape y = node.shape(0);
  for (size_t k = 0; k < axes.size(); ++k) y[static_cast<size_t>(axes[k])] = sizes[k];
  return y;
}

// Upsample-1 and -7 keep their scales in attributes.
std::optional<std::vector<double>> AttributeScales(const NodeView& node) {
  if (const auto* scales = node.attr_floats("scales")) return *scales;
  if (!node.has_attr("height_scale") && !node.has_attr("width_scale")) return std::nullopt;
  return std::vector<double>{1, 1, node.attr_float("height_scale", 1),
                             node.attr_float("width_scale", 1)};
}

absl::StatusOr<Shape> ResizedShape(const NodeView& node) {
  ASSIGN_OR_RETURN(const std::vector<int> axes, ResizedAxes(node));
  const ResizeOperands operands = ResizeOperandsOf(node);
  const bool by_scales = Given(node, operands.scales);
  const bool by_sizes = Given(node, operands.sizes);
  if (by_scales && by_sizes) return node.Conflict("expected scales or sizes, not both");
  if (by_sizes) {
    const auto* sizes = node.ints(operands.sizes);
    if (sizes == nullptr) return node.NeedsValue(operands.sizes, "the list of sizes");
    return SizedShape(node, *sizes, axes);
  }
  auto scales = by_scales ? node.numbers(operands.scales) : AttributeScales(node);
  if (by_scales && !scales) return node.NeedsValue(operands.scales, "the list of scales");
  if (!scales) return node.Conflict("expected scales or sizes");
  ASSIGN_OR_RETURN(const std::vector<float> shares, RoiShares(node, operands, axes.size()));
  return ScaledShape(node, *scales, axes, shares);
}

absl::Status InferResize(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, ResizedShape(node));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// Input elements that one output element is a weighted sum of: 2 (linear) or 4 (cubic) per axis
// that changes, and as much wider as it shrinks under antialias.
Count Taps(const NodeView& node) {
  const std::string_view mode = node.attr_string("mode", "nearest");
  if (mode == "nearest") return 1;
  const int64_t width = mode == "cubic" ? 4 : 2;
  const bool antialias = node.attr_int("antialias", 0) != 0;
  Count taps = 1;
  for (size_t d = 0; d < node.shape(0).size(); ++d) {
    const int64_t from = node.shape(0)[d];
    const int64_t to = node.out_shape(0)[d];
    if (from == to || to == 0) continue;
    taps *= antialias && to < from ? CeilDiv(Count(from) * width, to) : Count(width);
  }
  return taps;
}

void WorkResize(const NodeView& node, Work& work) {
  const Count taps = Taps(node);
  const Count y = node.out_elements(0);
  if (taps != Count(1)) work.fmas = taps * y;
  work.read_bytes[0] = Min(work.read_bytes[0], BytesOf(node.dtype(0), taps * y));
}

OperatorRule ResizeRule(std::string_view op, std::vector<int> versions) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kResize,
          .infer = InferResize,
          .work = WorkResize,
          .formula =
              "FMAs = y * taps, taps = 2^d linear, 4^d cubic over the d axes that change; "
              "nearest: none; reads min(taps * y, x)",
          .source = "ONNX operators Resize, Upsample; model: taps taken directly, not per axis",
          .precision = WorkPrecision::kModel,
          .buffer_inputs = 0b110};
}

}  // namespace

std::vector<OperatorRule> ResizeRules() {
  // Sizes and scales are given in the order of the axes, whatever the layout.
  OperatorRule channels_last = ResizeRule("Resize", {10, 11, 13, 18, 19});
  channels_last.domain = "com.ms.internal.nhwc";
  return {ResizeRule("Resize", {10, 11, 13, 18, 19}), ResizeRule("Upsample", {1, 7, 9, 10}),
          channels_last};
}

}  // namespace roofline
