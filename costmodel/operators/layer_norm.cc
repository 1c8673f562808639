#include "costmodel/operators/layer_norm.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/moments.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {

void AddLayerNorm(Work& work, Count n, Count rows, bool bias) {
  AddMoments(work, n, rows);
  work.arithmetic += n;
  (bias ? work.fmas : work.arithmetic) += n;
}

void AddRmsNorm(Work& work, Count n, Count rows, bool bias) {
  AddInverseRootMeanSquare(work, n, rows);
  work.arithmetic += n;
  (bias ? work.fmas : work.arithmetic) += n;
}

Shape RowStatisticsShape(const Shape& x, int axis) {
  Shape statistics = x;
  std::fill(statistics.begin() + axis, statistics.end(), 1);
  return statistics;
}

absl::StatusOr<DType> StashType(const NodeView& node) {
  const int64_t number = node.attr_int("stash_type", 1);
  const std::optional<DType> dtype = DTypeFromOnnx(number);
  if (!dtype || !IsFloat(*dtype)) {
    return node.Conflict(fmt::format("stash_type is {}, expected a float type", number));
  }
  return *dtype;
}

namespace {

absl::StatusOr<int> NormAxis(const NodeView& node) {
  return node.Axis(node.attr_int("axis", -1), Rank(node.shape(0)));
}

Count NormRows(const NodeView& node) {
  const auto axis = NormAxis(node);
  return axis.ok() ? Elements(Shape(node.shape(0).begin(), node.shape(0).begin() + *axis)) : 0;
}

// Scale and bias broadcast to X without growing it.
absl::Status CheckAffine(const NodeView& node) {
  for (int i = 1; i < 3; ++i) {
    if (!node.has_shape(i)) continue;
    const auto common = BroadcastShapes(node.shape(0), node.shape(i));
    if (!common || *common != node.shape(0)) {
      return node.Conflict(fmt::format("input {} does not broadcast to X", i));
    }
  }
  return absl::OkStatus();
}

absl::Status InferLayerNorm(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int axis, NormAxis(node));
  ASSIGN_OR_RETURN(const DType stash, StashType(node));
  RETURN_IF_ERROR(CheckAffine(node));
  out.Set(0, node.dtype(0), node.shape(0));
  for (int i = 1; i < node.num_outputs(); ++i) {
    out.Set(i, stash, RowStatisticsShape(node.shape(0), axis));
  }
  return absl::OkStatus();
}

absl::Status InferRmsNorm(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(NormAxis(node).status());
  RETURN_IF_ERROR(StashType(node).status());
  RETURN_IF_ERROR(CheckAffine(node));
  out.Set(0, node.dtype(1), node.shape(0));  // the scale gives the output's type
  return absl::OkStatus();
}

void WorkLayerNorm(const NodeView& node, Work& work) {
  AddLayerNorm(work, node.elements(0), NormRows(node), node.has_input(2));
}

void WorkRmsNorm(const NodeView& node, Work& work) {
  AddRmsNorm(work, node.elements(0), NormRows(node), false);
}

constexpr std::string_view kLayerNormFormula =
    "n elements in r rows: 3n + 5r arithmetic (mean, centre, scale), n FMAs (variance), n FMAs "
    "(scale and bias; without bias n more arithmetic)";
constexpr std::string_view kRmsNormFormula =
    "n elements in r rows: n FMAs (mean square), 2n + 4r arithmetic";

}  // namespace

std::vector<OperatorRule> LayerNormRules() {
  return {
      // Version 1 is ONNX Runtime's operator of the same name in the ai.onnx domain.
      {.op = "LayerNormalization",
       .versions = {1, 17},
       .op_class = OperatorClass::kNormalization,
       .infer = InferLayerNorm,
       .work = WorkLayerNorm,
       .formula = kLayerNormFormula,
       .source = "ONNX operator LayerNormalization",
       .min_inputs = 2},
      {.op = "SimplifiedLayerNormalization",
       .versions = {1},
       .op_class = OperatorClass::kNormalization,
       .infer = InferLayerNorm,
       .work = WorkRmsNorm,
       .formula = kRmsNormFormula,
       .source = "ONNX Runtime operator SimplifiedLayerNormalization: no mean is subtracted",
       .min_inputs = 2},
      {.op = "RMSNormalization",
       .versions = {23},
       .op_class = OperatorClass::kNormalization,
       .infer = InferRmsNorm,
       .work = WorkRmsNorm,
       .formula = kRmsNormFormula,
       .source = "ONNX operator RMSNormalization",
       .min_inputs = 2},
  };
}

}  // namespace roofline
