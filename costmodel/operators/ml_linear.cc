#include <fmt/format.h>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/ml_scores.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Rows of the coefficient matrix, whose columns are the features.
absl::StatusOr<int64_t> CoefficientRows(const NodeView& node, const Samples& x) {
  const int64_t coefficients = FloatCount(node, "coefficients");
  if (x.features == 0 || coefficients == 0 || coefficients % x.features != 0) {
    return node.Conflict(fmt::format("{} coefficients for {} features", coefficients, x.features));
  }
  const int64_t rows = coefficients / x.features;
  const int64_t intercepts = FloatCount(node, "intercepts");
  if (intercepts != 0 && intercepts != rows)
    return node.Conflict(fmt::format("{} intercepts, expected {}", intercepts, rows));
  return rows;
}

// One row for two classes gives both scores.
int64_t ScoreColumns(const NodeView& node, int64_t rows) {
  return rows == 1 && ReadLabels(node).count == 2 ? 2 : rows;
}

absl::Status InferLinearClassifier(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Samples x, ReadSamples(node));
  ASSIGN_OR_RETURN(const int64_t rows, CoefficientRows(node, x));
  out.Set(0, ReadLabels(node).dtype, {x.count});
  out.Set(1, DType::kFloat32, {x.count, ScoreColumns(node, rows)});
  return absl::OkStatus();
}

absl::Status InferLinearRegressor(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Samples x, ReadSamples(node));
  ASSIGN_OR_RETURN(const int64_t rows, CoefficientRows(node, x));
  const int64_t targets = node.attr_int("targets", 1);
  if (rows != targets)
    return node.Conflict(fmt::format("coefficients of {} targets, expected {}", rows, targets));
  out.Set(0, DType::kFloat32, {x.count, targets});
  return absl::OkStatus();
}

void WorkLinear(const NodeView& node, Work& work) {
  const auto x = ReadSamples(node);
  if (!x.ok()) return;
  const auto rows = CoefficientRows(node, *x);
  if (!rows.ok()) return;
  const Count scores = Count(x->count) * *rows;
  work.macs = scores * x->features;
  work.math = DType::kFloat32;
  if (FloatCount(node, "intercepts") != 0) work.arithmetic = scores;
  const bool classifier = node.op() == "LinearClassifier";
  const int64_t columns = classifier ? ScoreColumns(node, *rows) : *rows;
  AddPostTransform(node.attr_string("post_transform", "NONE"), x->count, columns, work);
  if (classifier) work.comparisons += Count(x->count) * columns;
}

OperatorRule Linear(std::string_view op, InferRule infer) {
  return {.op = op,
          .domain = kMl,
          .versions = {1},
          .op_class = OperatorClass::kMatmul,
          .infer = infer,
          .work = WorkLinear,
          .formula =
              "MACs = samples * features * rows of coefficients; intercepts, post transform, "
              "best class; coefficients sit in attributes and are not counted as traffic",
          .source = "ONNX-ML operators LinearClassifier, LinearRegressor"};
}

}  // namespace

std::vector<OperatorRule> MlLinearRules() {
  return {Linear("LinearClassifier", InferLinearClassifier),
          Linear("LinearRegressor", InferLinearRegressor)};
}

}  // namespace roofline
