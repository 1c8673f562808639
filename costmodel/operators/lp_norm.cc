#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferLpNorm(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(node.Axis(node.attr_int("axis", -1), Rank(node.shape(0))).status());
  const int64_t p = node.attr_int("p", 2);
  if (p != 1 && p != 2) return node.Conflict(fmt::format("p is {}, expected 1 or 2", p));
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkLpNorm(const NodeView& node, Work& work) {
  const Shape& x = node.shape(0);
  const auto axis = node.Axis(node.attr_int("axis", -1), Rank(x));
  if (!axis.ok()) return;
  const Count n = node.elements(0);
  Shape rest = x;
  rest[static_cast<size_t>(*axis)] = 1;
  if (node.attr_int("p", 2) == 1) {
    work.arithmetic = Count(3) * n;
  } else {
    work.fmas = n;
    work.arithmetic = n + (n == Count(0) ? Count(0) : Elements(rest));
  }
}

absl::Status InferMeanVariance(const NodeView& node, OutputFacts& out) {
  if (const auto* axes = node.attr_ints("axes")) {
    for (const int64_t axis : *axes) {
      RETURN_IF_ERROR(node.Axis(axis, Rank(node.shape(0))).status());
    }
  } else if (Rank(node.shape(0)) < 4) {
    return node.Conflict("expected X of rank 4, or an attribute axes");
  }
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkMeanVariance(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  if (n == Count(0)) return;
  Shape kept = node.shape(0);
  const std::vector<int64_t> standard = {0, 2, 3};
  const std::vector<int64_t>* axes = node.attr_ints("axes");
  for (const int64_t axis : axes != nullptr ? *axes : standard) {
    const auto d = node.Axis(axis, Rank(kept));
    if (d.ok()) kept[static_cast<size_t>(*d)] = 1;
  }
  const Count rows = Elements(kept);
  // E[X], E[X^2], then sqrt(E[X^2] - E[X]^2) and (X - E[X]) / deviation
  work.arithmetic = n + rows + rows + Count(3) * rows + n + n;
  work.fmas = n;
}

}  // namespace

std::vector<OperatorRule> LpNormRules() {
  return {
      {.op = "LpNormalization",
       .versions = {1, 22},
       .op_class = OperatorClass::kNormalization,
       .infer = InferLpNorm,
       .work = WorkLpNorm,
       .formula = "p = 1: 3n (abs, add, divide); p = 2: n FMAs, n divisions, a square root per row",
       .source = "ONNX operator LpNormalization"},
      {.op = "MeanVarianceNormalization",
       .versions = {9, 13},
       .op_class = OperatorClass::kNormalization,
       .infer = InferMeanVariance,
       .work = WorkMeanVariance,
       .formula = "r statistics: n FMAs (squares), 3n + 5r arithmetic",
       .source = "ONNX operator MeanVarianceNormalization"},
  };
}

}  // namespace roofline
