#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

absl::Status InferReverseSequence(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const int64_t batch = node.attr_int("batch_axis", 1);
  const int64_t time = node.attr_int("time_axis", 0);
  if (Rank(x) < 2) return node.Conflict("expected rank 2 or more");
  if (batch < 0 || batch > 1 || time < 0 || time > 1 || batch == time) {
    return node.Conflict(
        fmt::format("batch_axis {} and time_axis {} must be 0 and 1 or 1 and 0", batch, time));
  }
  if (node.shape(1) != Shape{x[static_cast<size_t>(batch)]}) {
    return node.Conflict("expected one sequence length per batch entry");
  }
  out.Set(0, node.dtype(0), x);
  return absl::OkStatus();
}

void ValueReverseSequence(const NodeView& node, OutputFacts& out) {
  const auto* lengths = node.ints(1);
  if (lengths == nullptr || !HoldsContent(out, 0)) return;
  const auto batch = static_cast<size_t>(node.attr_int("batch_axis", 1));
  const auto time = static_cast<size_t>(node.attr_int("time_axis", 0));
  const Shape strides = RowMajorStrides(node.shape(0));
  std::vector<int64_t> at;
  ForEachPosition(node.shape(0), [&](const Shape& position) {
    const int64_t length = (*lengths)[static_cast<size_t>(position[batch])];
    Shape source = position;
    if (position[time] < length) source[time] = length - 1 - position[time];
    at.push_back(FlatIndex(source, strides));
  });
  SetPicked(node, 0, out, 0, at);
}

}  // namespace

std::vector<OperatorRule> ReverseSequenceRules() {
  return {
      {.op = "ReverseSequence",
       .versions = {10},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferReverseSequence,
       .value = ValueReverseSequence,
       .formula = "no arithmetic; reads x, writes y",
       .source = "ONNX operator ReverseSequence",
       .min_inputs = 2},
  };
}

}  // namespace roofline
