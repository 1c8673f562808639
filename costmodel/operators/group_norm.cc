#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/layout.h"
#include "costmodel/operators/moments.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

bool IsContrib(const NodeView& node) { return node.node().domain == "com.microsoft"; }

// ONNX Runtime's forms have their channels last unless told otherwise.
ChannelOrder OrderOf(const NodeView& node) { return ChannelOrderOf(node, IsContrib(node) ? 1 : 0); }

int64_t GroupsOf(const NodeView& node) {
  return node.attr_int(IsContrib(node) ? "groups" : "num_groups", 0);
}

absl::Status InferGroupNorm(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2) return node.Conflict("expected X of rank 2 or more");
  const int64_t channels = Channels(x, OrderOf(node));
  const int64_t groups = GroupsOf(node);
  if (groups < 1 || channels % groups != 0) {
    return node.Conflict(fmt::format("{} channels do not split into {} groups", channels, groups));
  }
  // Version 18 had one scale per group.
  const bool per_group = !IsContrib(node) && node.opset() < 21;
  const int64_t scales = per_group ? groups : channels;
  for (const int i : {1, 2}) {
    if (Elements(node.shape(i)) != Count(scales)) {
      return node.Conflict(fmt::format("input {} must hold {} numbers", i, scales));
    }
  }
  out.Set(0, node.dtype(0), x);
  out.Set(1, node.dtype(0), x);  // SkipGroupNorm: the sum that was normalised
  return absl::OkStatus();
}

void WorkGroupNorm(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  const Shape& x = node.shape(0);
  AddMoments(work, n, Count(x[0]) * GroupsOf(node));
  work.arithmetic += Count(x[0]) * Channels(x, OrderOf(node));  // scale times inverse deviation
  work.fmas += n;
  if (IsContrib(node) && node.attr_int("activation", 0) == 1) AddActivation(work, "silu", n);
}

// X, gamma, beta, skip, bias.
void WorkSkipGroupNorm(const NodeView& node, Work& work) {
  WorkGroupNorm(node, work);
  for (const int addend : {3, 4}) {
    if (node.has_input(addend)) work.arithmetic += node.elements(0);
  }
}

constexpr std::string_view kGroupNormFormula =
    "r = N*groups: 2n + 5r + N*C arithmetic, 2n FMAs (variance; scale and shift)";

}  // namespace

std::vector<OperatorRule> GroupNormRules() {
  return {
      {.op = "GroupNormalization",
       .versions = {18, 21},
       .op_class = OperatorClass::kNormalization,
       .infer = InferGroupNorm,
       .work = WorkGroupNorm,
       .formula = kGroupNormFormula,
       .source = "ONNX operator GroupNormalization",
       .min_inputs = 3},
      {.op = "GroupNorm",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kNormalization,
       .infer = InferGroupNorm,
       .work = WorkGroupNorm,
       .formula = "as GroupNormalization; activation 1: SiLU on n",
       .source = "ONNX Runtime operator GroupNorm",
       .min_inputs = 3},
      {.op = "SkipGroupNorm",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kNormalization,
       .infer = InferGroupNorm,
       .work = WorkSkipGroupNorm,
       .formula = "as GroupNorm; skip and bias n additions each",
       .source = "ONNX Runtime operator SkipGroupNorm",
       .min_inputs = 3},
  };
}

}  // namespace roofline
