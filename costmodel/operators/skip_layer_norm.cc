#include <fmt/format.h>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/layer_norm.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// Normalisation runs over the last extent.
Count RowsOf(const Shape& x) {
  return x.empty() ? Count(0) : Elements(Shape(x.begin(), x.end() - 1));
}

// A conflict unless input i, when present, broadcasts to X.
absl::Status CheckBroadcast(const NodeView& node, int i) {
  if (!node.has_shape(i)) return absl::OkStatus();
  const auto common = BroadcastShapes(node.shape(0), node.shape(i));
  if (common && *common == node.shape(0)) return absl::OkStatus();
  return node.Conflict(fmt::format("input {} does not broadcast to input 0", i));
}

// input, skip, gamma, then beta and bias, or only bias in the simplified form -> output, mean,
// inverse deviation, sum.
absl::Status InferSkipLayerNorm(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (x.empty()) return node.Conflict("expected an input of rank 1 or more");
  for (int i = 1; i < node.num_inputs(); ++i) RETURN_IF_ERROR(CheckBroadcast(node, i));
  const Shape statistics = RowStatisticsShape(x, Rank(x) - 1);
  out.Set(0, node.dtype(0), x);
  out.Set(1, DType::kFloat32, statistics);
  out.Set(2, DType::kFloat32, statistics);
  out.Set(3, node.dtype(0), x);
  return absl::OkStatus();
}

void WorkSkipLayerNorm(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.arithmetic += n;
  if (node.has_input(4)) work.arithmetic += n;
  AddLayerNorm(work, n, RowsOf(node.shape(0)), node.has_input(3));
}

void WorkSkipSimplified(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.arithmetic += n;
  if (node.has_input(3)) work.arithmetic += n;
  AddRmsNorm(work, n, RowsOf(node.shape(0)), false);
}

// X [..., H*C], scale [C], gate like X: RMS norm per C elements, times SiLU(gate).
absl::Status InferGatedRmsNorm(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Count group = node.elements(1);
  if (x.empty() || group.value() < 1 || x.back() % group.value() != 0) {
    return node.Conflict("the last extent must be a multiple of the scale's length");
  }
  if (node.has_shape(2) && node.shape(2) != x) return node.Conflict("the gate must be like X");
  out.Set(0, node.dtype(0), x);
  return absl::OkStatus();
}

void WorkGatedRmsNorm(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  AddRmsNorm(work, n, n / node.elements(1), false);
  AddActivation(work, "silu", n);
  work.arithmetic += n;
}

}  // namespace

std::vector<OperatorRule> SkipLayerNormRules() {
  return {
      {.op = "SkipLayerNormalization",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kNormalization,
       .infer = InferSkipLayerNorm,
       .work = WorkSkipLayerNorm,
       .formula = "n additions for skip, n for bias, then as LayerNormalization",
       .source = "ONNX Runtime operator SkipLayerNormalization",
       .min_inputs = 3},
      {.op = "SkipSimplifiedLayerNormalization",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kNormalization,
       .infer = InferSkipLayerNorm,
       .work = WorkSkipSimplified,
       .formula = "n additions for skip, n for bias, then as RMSNormalization",
       .source = "ONNX Runtime operator SkipSimplifiedLayerNormalization",
       .min_inputs = 3},
      {.op = "GatedRMSNorm",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kNormalization,
       .infer = InferGatedRmsNorm,
       .work = WorkGatedRmsNorm,
       .formula = "as RMSNormalization per group; SiLU of n gates and n multiplications",
       .source = "ONNX Runtime operator GatedRMSNorm",
       .min_inputs = 3},
  };
}

}  // namespace roofline
