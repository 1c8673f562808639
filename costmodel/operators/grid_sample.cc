#include <fmt/format.h>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/layout.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// X [N, C, D1..Dd], grid [N, O1..Od, d] -> Y [N, C, O1..Od]; X and Y may have their channels last.
absl::Status InferGridSample(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& grid = node.shape(1);
  if (Rank(x) < 3 || Rank(grid) != Rank(x)) {
    return node.Conflict("expected X and grid of one rank, 3 or more");
  }
  if (grid[0] != x[0] || grid.back() != Rank(x) - 2) {
    return node.Conflict(
        fmt::format("expected a grid of batch {} with {} coordinates", x[0], Rank(x) - 2));
  }
  const ChannelOrder order = ChannelOrderOf(node);
  const Shape positions(grid.begin() + 1, grid.end() - 1);
  out.Set(0, node.dtype(0), ImageShape(x[0], Channels(x, order), positions, order));
  return absl::OkStatus();
}

void WorkGridSample(const NodeView& node, Work& work) {
  const std::string_view mode = node.attr_string("mode", "linear");
  const bool cubic = mode == "cubic" || mode == "bicubic";
  Count taps = 1;
  for (int d = 2; mode != "nearest" && d < Rank(node.shape(0)); ++d) taps *= cubic ? 4 : 2;
  const Count y = node.out_elements(0);
  work.fmas = node.elements(1);  // each coordinate is scaled to the image once
  if (mode != "nearest") work.fmas += taps * y;
  work.read_bytes[0] = Min(work.read_bytes[0], BytesOf(node.dtype(0), taps * y));
}

// theta [N, d, d + 1], size [N, C, S1..Sd] -> grid [N, S1..Sd, d].
absl::Status InferAffineGrid(const NodeView& node, OutputFacts& out) {
  const Shape& theta = node.shape(0);
  const IntList size = ReadIntList(node, "", 1);
  if (size.given && !size.known) return node.NeedsValue(1, "the size of the grid");
  const int64_t d = size.length - 2;
  if (d < 2 || d > 3 || theta != Shape{size.values[0], d, d + 1}) {
    return node.Conflict("expected a size of 4 or 5 extents and theta of N x d x (d + 1)");
  }
  Shape grid = {size.values[0]};
  for (int64_t k = 2; k < size.length; ++k) grid.push_back(size.values[static_cast<size_t>(k)]);
  grid.push_back(d);
  for (const int64_t extent : grid) {
    if (extent < 0) return node.Conflict(fmt::format("a grid extent is {}", extent));
  }
  out.Set(0, node.dtype(0), std::move(grid));
  return absl::OkStatus();
}

// Every grid entry is the product of a row of theta with (position, 1).
void WorkAffineGrid(const NodeView& node, Work& work) {
  work.macs = node.out_elements(0) * node.shape(0)[2];
}

}  // namespace

std::vector<OperatorRule> GridSampleRules() {
  const OperatorRule sample = {
      .op = "GridSample",
      .versions = {16, 20, 22},
      .op_class = OperatorClass::kResize,
      .infer = InferGridSample,
      .work = WorkGridSample,
      .formula = "FMAs = grid + y * taps, taps = 2^d linear, 4^d cubic; nearest: grid only",
      .source = "ONNX operator GridSample: every output is a weighted sum of its taps",
      .min_inputs = 2};
  OperatorRule channels_last = sample;
  channels_last.domain = "com.ms.internal.nhwc";
  return {
      {.op = "AffineGrid",
       .versions = {20},
       .op_class = OperatorClass::kResize,
       .infer = InferAffineGrid,
       .work = WorkAffineGrid,
       .formula = "MACs = y * (d + 1), d spatial axes",
       .source = "ONNX operator AffineGrid: theta times homogeneous coordinates",
       .min_inputs = 2},
      sample,
      channels_last,
  };
}

}  // namespace roofline
