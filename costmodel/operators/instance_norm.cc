#include <fmt/format.h>

#include "costmodel/operators/layout.h"
#include "costmodel/operators/moments.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferInstanceNorm(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 3) return node.Conflict("expected X of rank 3 or more");
  const int64_t channels = Channels(x, ChannelOrderOf(node));
  for (const int i : {1, 2}) {
    if (Elements(node.shape(i)) != Count(channels)) {
      return node.Conflict(
          fmt::format("input {} must hold {} numbers, one per channel", i, channels));
    }
  }
  out.Set(0, node.dtype(0), x);
  return absl::OkStatus();
}

void WorkInstanceNorm(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  const Count instances = Count(node.shape(0)[0]) * Channels(node.shape(0), ChannelOrderOf(node));
  AddMoments(work, n, instances);
  work.arithmetic += instances;  // scale times inverse deviation
  work.fmas += n;
}

}  // namespace

std::vector<OperatorRule> InstanceNormRules() {
  const OperatorRule rule = {
      .op = "InstanceNormalization",
      .versions = {1, 6, 22},
      .op_class = OperatorClass::kNormalization,
      .infer = InferInstanceNorm,
      .work = WorkInstanceNorm,
      .formula = "r = N*C instances: 2n + 6r arithmetic, 2n FMAs (variance; scale and shift)",
      .source = "ONNX operator InstanceNormalization",
      .min_inputs = 3};
  OperatorRule channels_last = rule;
  channels_last.domain = "com.ms.internal.nhwc";
  return {rule, channels_last};
}

}  // namespace roofline
