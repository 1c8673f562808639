#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// X [N, C, H, W], grid [N, Ho, Wo, 2] -> [N, C, Ho, Wo].
absl::Status InferContribGridSample(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& grid = node.shape(1);
  if (Rank(x) != 4 || Rank(grid) != 4 || grid[3] != 2 || grid[0] != x[0]) {
    return node.Conflict("expected X [N, C, H, W] and a grid [N, Ho, Wo, 2]");
  }
  out.Set(0, node.dtype(0), {x[0], x[1], grid[1], grid[2]});
  return absl::OkStatus();
}

// Taps per sample: neighbours blended with their weights.
int64_t Taps(std::string_view mode) { return mode == "bicubic" ? 16 : mode == "nearest" ? 0 : 4; }

void WorkContribGridSample(const NodeView& node, Work& work) {
  const int64_t taps = Taps(node.attr_string("mode", "bilinear"));
  const Count positions = node.elements(1) / 2;
  work.fmas = node.out_elements(0) * taps + Count(2) * positions;  // unnormalise both coordinates
  // floor, fraction and complement of both coordinates, and a weight per tap
  work.arithmetic = positions * (6 + taps);
}

// X [N, C, H, W], rois [R, 4], batch_indices [R], crop_size [height, width] -> [R, C, height,
// width].
absl::Status InferCropAndResize(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const std::vector<int64_t>* size = node.ints(3);
  if (size == nullptr) return node.NeedsValue(3, "the size of the crops");
  if (Rank(x) != 4 || Rank(node.shape(1)) != 2 || size->size() != 2) {
    return node.Conflict("expected X [N, C, H, W], rois [R, 4] and a size of 2 numbers");
  }
  if ((*size)[0] < 1 || (*size)[1] < 1) return node.Conflict("the size of a crop is below 1");
  out.Set(0, node.dtype(0), {node.shape(1)[0], x[1], (*size)[0], (*size)[1]});
  return absl::OkStatus();
}

void WorkCropAndResize(const NodeView& node, Work& work) {
  if (node.attr_string("mode", "bilinear") == "nearest") return;
  work.arithmetic = Count(3) * node.out_elements(0);
  work.fmas = Count(3) * node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> ContribImageRules() {
  return {
      {.op = "GridSample",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kResize,
       .infer = InferContribGridSample,
       .work = WorkContribGridSample,
       .formula = "t taps (nearest 0, bilinear 4, bicubic 16), p grid points: y*t + 2p FMAs, "
                  "(6 + t)p arithmetic",
       .source = "ONNX Runtime operator GridSample",
       .min_inputs = 2},
      {.op = "CropAndResize",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kResize,
       .infer = InferCropAndResize,
       .work = WorkCropAndResize,
       .formula = "bilinear: 3y subtractions and 3y FMAs (three blends); nearest: none",
       .source = "ONNX Runtime operator CropAndResize",
       .min_inputs = 4},
  };
}

}  // namespace roofline
