#include <fmt/format.h>

#include "costmodel/operators/convolution.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// Positions that the state carries over, (k - 1) * dilation along the causal (last) kernel extent.
absl::StatusOr<int64_t> StateLength(const NodeView& node) {
  const Shape& w = node.shape(1);
  const int64_t dilation = node.attr_int("dilation", 1);
  if (Rank(w) < 3 || w[1] != 1 || w.back() < 1 || dilation < 1) {
    return node.Conflict("expected a filter [channels, 1, kernel] and a dilation of 1 or more");
  }
  const Count length = Count(w.back() - 1) * dilation;
  if (!length.ok()) return node.Conflict("the state length overflows int64");
  return length.value();
}

// The state: the input with its causal axis cut to `length`, behind a window axis when asked for.
Shape StateShape(const NodeView& node, int64_t length, int causal_axis) {
  Shape state = node.shape(0);
  state[static_cast<size_t>(causal_axis)] = length;
  const int64_t window = node.attr_int("state_window", 0);
  if (window > 0) state.insert(state.begin(), window);
  return state;
}

// X [N, C, ..., L], W [C, 1, ..., k], B [C], past state -> Y like X, present state. The contrib
// form also takes X [N, L, d1..dn] with C = prod(d).
absl::Status InferCausalConv(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const bool last = node.attr_int("channels_last", 0) != 0;
  if (Rank(x) < 3) return node.Conflict("expected an input of rank 3 or more");
  ASSIGN_OR_RETURN(const int64_t length, StateLength(node));
  const Count channels = last ? Elements(Shape(x.begin() + 2, x.end())) : Count(x[1]);
  if (channels != Count(node.shape(1)[0])) return node.Conflict("one filter per channel expected");
  RETURN_IF_ERROR(CheckBias(node, 2, node.shape(1)[0]));
  const Shape state = StateShape(node, length, last ? 1 : Rank(x) - 1);
  if (node.has_shape(3) && node.shape(3) != state) {
    return node.Conflict(
        fmt::format("past_state is {}, expected {}", ShapeText(node.shape(3)), ShapeText(state)));
  }
  out.Set(0, node.dtype(0), x);
  out.Set(1, node.dtype(0), state);
  return absl::OkStatus();
}

// Packed sequences: X [T, C], W [C, 1, k], cumulative lengths [N + 1], B, state [N, C, length].
absl::Status InferVarlen(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  ASSIGN_OR_RETURN(const int64_t length, StateLength(node));
  if (Rank(x) != 2 || x[1] != node.shape(1)[0]) {
    return node.Conflict("expected an input [tokens, channels] and one filter per channel");
  }
  const Shape& ends = node.shape(2);
  if (Rank(ends) != 1 || ends[0] < 1) return node.Conflict("expected batch + 1 sequence offsets");
  const int64_t batch = ends[0] - 1;
  out.Set(0, node.dtype(0), x);
  out.Set(1, node.dtype(0), {batch, x[1], length});
  const int64_t capacity = node.attr_int("state_update_capacity", 0);
  if (capacity < 0) return node.Conflict("state_update_capacity is negative");
  out.Set(2, node.dtype(0), {batch, capacity, x[1]});
  return absl::OkStatus();
}

void AddCausalConv(const NodeView& node, Work& work, bool bias) {
  const Count y = node.out_elements(0);
  work.macs = y * MacsPerElement(node.shape(1));
  if (bias) work.arithmetic += y;
  AddActivation(work, node.attr_string("activation", "none"), y);
}

void WorkCausalConv(const NodeView& node, Work& work) {
  AddCausalConv(node, work, node.has_input(2));
}

void WorkVarlen(const NodeView& node, Work& work) { AddCausalConv(node, work, node.has_input(3)); }

}  // namespace

std::vector<OperatorRule> CausalConvRules() {
  const OperatorRule rule = {.op = "CausalConvWithState",
                             .versions = {27},
                             .op_class = OperatorClass::kConvolution,
                             .infer = InferCausalConv,
                             .work = WorkCausalConv,
                             .formula =
                                 "MACs = x * prod(kernel); bias x additions; silu x "
                                 "exponentials and 3x arithmetic",
                             .source = "ONNX operator CausalConvWithState: depthwise",
                             .min_inputs = 2};
  OperatorRule contrib = rule;
  contrib.domain = "com.microsoft";
  contrib.versions = {1};
  contrib.source = "ONNX Runtime operator CausalConvWithState: depthwise";
  OperatorRule varlen = contrib;
  varlen.op = "VarlenCausalConvWithState";
  varlen.infer = InferVarlen;
  varlen.work = WorkVarlen;
  varlen.source = "ONNX Runtime operator VarlenCausalConvWithState: depthwise";
  varlen.min_inputs = 3;
  return {rule, contrib, varlen};
}

}  // namespace roofline
