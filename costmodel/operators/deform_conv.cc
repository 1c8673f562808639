#include <fmt/format.h>

#include "costmodel/operators/convolution.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// `tensor` must be [N, offset_group * prod(kernel) * per_tap, O1..On].
absl::Status CheckSamplingTensor(const NodeView& node, int i, const Shape& y, int64_t per_tap) {
  if (!node.has_shape(i)) return absl::OkStatus();
  const Shape& w = node.shape(1);
  Count channels = Count(node.attr_int("offset_group", 1)) * per_tap;
  for (size_t d = 2; d < w.size(); ++d) channels *= w[d];
  if (!channels.ok()) return node.Conflict("offset_group is out of range");
  Shape expected = y;
  expected[1] = channels.value();
  if (node.shape(i) == expected) return absl::OkStatus();
  return node.Conflict(
      fmt::format("input {} is {}, expected {}", i, ShapeText(node.shape(i)), ShapeText(expected)));
}

absl::Status InferDeformConv(const NodeView& node, OutputFacts& out) {
  const int64_t offset_group = node.attr_int("offset_group", 1);
  if (offset_group < 1 || (Rank(node.shape(0)) > 1 && node.shape(0)[1] % offset_group != 0)) {
    return node.Conflict(fmt::format("channels do not split into {} offset groups", offset_group));
  }
  ASSIGN_OR_RETURN(Shape y, ConvShape(node, node.shape(0), node.shape(1), ChannelOrder::kFirst));
  RETURN_IF_ERROR(CheckSamplingTensor(node, 2, y, Rank(y) - 2));
  RETURN_IF_ERROR(CheckBias(node, 3, y[1]));
  RETURN_IF_ERROR(CheckSamplingTensor(node, 4, y, 1));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// Every channel samples X at offset positions, interpolating linearly between 2^n neighbours.
void WorkDeformConv(const NodeView& node, Work& work) {
  const Shape& w = node.shape(1);
  const Shape& y = node.out_shape(0);
  const int n = Rank(y) - 2;
  Count taps = 1;  // output positions x kernel elements
  for (size_t d = 2; d < w.size(); ++d) taps *= Count(w[d]) * y[d];
  const Count samples = taps * y[0] * node.shape(0)[1];
  const Count positions = taps * y[0] * node.attr_int("offset_group", 1);
  const Count neighbours = n < 62 ? Count(int64_t{1} << n) : Count::Overflow();
  work.macs = node.out_elements(0) * MacsPerElement(w);
  work.fmas = samples * neighbours;
  // per position and dimension: shift, floor, fraction and its complement; the neighbours' weights
  work.arithmetic = positions * (Count(4 * n) + neighbours);
  if (node.has_input(4)) work.arithmetic += samples;
  if (node.has_input(3)) work.arithmetic += node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> DeformConvRules() {
  return {
      {.op = "DeformConv",
       .versions = {19, 22},
       .op_class = OperatorClass::kConvolution,
       .infer = InferDeformConv,
       .work = WorkDeformConv,
       .formula = "MACs as Conv; s = N*Cin*out*prod(kernel) samples: 2^n * s FMAs; positions "
                  "s*offset_group/Cin * (4n + 2^n); mask s, bias y",
       .source = "ONNX operator DeformConv: linear interpolation at offset positions, then Conv",
       .min_inputs = 3},
  };
}

}  // namespace roofline
