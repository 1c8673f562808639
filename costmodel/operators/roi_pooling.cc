#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// X [N, C, H, W], rois [R, 4], batch_indices [R] -> [R, C, output_height, output_width].
absl::Status InferRoiAlign(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& rois = node.shape(1);
  const int64_t height = node.attr_int("output_height", 1);
  const int64_t width = node.attr_int("output_width", 1);
  if (Rank(x) != 4 || Rank(rois) != 2 || rois[1] != 4) {
    return node.Conflict("expected X of rank 4 and rois R x 4");
  }
  if (node.shape(2) != Shape{rois[0]}) return node.Conflict("expected one batch index per roi");
  if (height < 1 || width < 1) {
    return node.Conflict(fmt::format("output of {} x {}, expected 1 or more", height, width));
  }
  out.Set(0, node.dtype(0), {rois[0], x[1], height, width});
  return absl::OkStatus();
}

// Each output is the mean or maximum of s * s samples of 4 taps. With sampling_ratio 0 the number
// depends on the size of the region; s = 2 stands for a region of twice the output's extent.
void WorkRoiAlign(const NodeView& node, Work& work) {
  constexpr int64_t kAdaptiveRatio = 2;
  const int64_t ratio = node.attr_int("sampling_ratio", 0);
  const Count per_axis = ratio > 0 ? ratio : kAdaptiveRatio;
  const Count samples = node.out_elements(0) * per_axis * per_axis;
  work.fmas = samples * 4;
  (node.attr_string("mode", "avg") == "max" ? work.comparisons : work.arithmetic) = samples;
  work.read_bytes[0] = Min(work.read_bytes[0], BytesOf(node.dtype(0), samples * 4));
}

// X [N, C, H, W], rois [R, 5] -> [R, C, pooled_shape].
absl::Status InferMaxRoiPool(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& rois = node.shape(1);
  const auto* pooled = node.attr_ints("pooled_shape");
  if (Rank(x) != 4 || Rank(rois) != 2 || rois[1] != 5) {
    return node.Conflict("expected X of rank 4 and rois R x 5");
  }
  if (pooled == nullptr || pooled->size() != 2 || (*pooled)[0] < 1 || (*pooled)[1] < 1) {
    return node.Conflict("expected a pooled_shape of two extents of 1 or more");
  }
  out.Set(0, node.dtype(0), {rois[0], x[1], (*pooled)[0], (*pooled)[1]});
  return absl::OkStatus();
}

// A region is at most the whole image, of which every element is compared once.
void WorkMaxRoiPool(const NodeView& node, Work& work) {
  const Shape& x = node.shape(0);
  work.comparisons = Count(node.shape(1)[0]) * x[1] * x[2] * x[3];
}

}  // namespace

std::vector<OperatorRule> RoiPoolingRules() {
  return {
      {.op = "MaxRoiPool",
       .versions = {1, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferMaxRoiPool,
       .work = WorkMaxRoiPool,
       .formula = "comparisons = rois * C * H * W, every region as large as the image",
       .source = "ONNX operator MaxRoiPool; model: upper bound",
       .precision = WorkPrecision::kModel,
       .min_inputs = 2},
      {.op = "RoiAlign",
       .versions = {10, 16, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferRoiAlign,
       .work = WorkRoiAlign,
       .formula = "s^2 samples per y: 4 FMAs and 1 addition (max: comparison) each; "
                  "s = sampling_ratio, 2 when it is 0; reads min(4 s^2 y, x)",
       .source = "ONNX operator RoiAlign: bilinear samples per bin",
       .precision = WorkPrecision::kModel,
       .min_inputs = 3},
  };
}

}  // namespace roofline
