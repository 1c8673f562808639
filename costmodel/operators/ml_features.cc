#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/ml_scores.h"
#include "costmodel/operators/operator_rule.h"

// Operators of ai.onnx.ml that prepare numeric features.

namespace roofline {
namespace {

absl::Status InferMlSame(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

// A list that holds one entry for all features or one for each; absent counts as fitting.
absl::Status CheckPerFeature(const NodeView& node, std::string_view name, int64_t length) {
  const Shape& x = node.shape(0);
  const int64_t features = x.empty() ? 1 : x.back();
  if (length <= 1 || length == features) return absl::OkStatus();
  return node.Conflict(fmt::format("{} has {} entries for {} features", name, length, features));
}

// [..., features] with indices into the last axis; a vector becomes one row.
absl::Status InferExtractor(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (x.empty()) return node.Conflict("expected X of rank 1 or more");
  const Count picked = node.elements(1);
  if (!picked.ok()) return node.Conflict("the number of indices overflows");
  Shape z(x.begin(), x.end() - 1);
  if (z.empty()) z.push_back(1);
  z.push_back(picked.value());
  out.Set(0, node.dtype(0), std::move(z));
  return absl::OkStatus();
}

void WorkExtractor(const NodeView& node, Work& work) {
  work.read_bytes[0] = BytesOf(node.dtype(0), node.out_elements(0));
}

// A comparison on integers is integer work.
void WorkMlComparison(const NodeView& node, Work& work) {
  (IsFloat(node.dtype(0)) ? work.comparisons : work.integer_ops) = node.elements(0);
}

// Inputs side by side: [samples, sum of features] of float32.
absl::Status InferVectorizer(const NodeView& node, OutputFacts& out) {
  const auto* declared = node.attr_ints("inputdimensions");
  if (declared != nullptr && declared->size() != static_cast<size_t>(node.num_inputs()))
    return node.Conflict("inputdimensions has no entry for each input");
  Count columns;
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (declared == nullptr && !node.has_shape(i)) return absl::OkStatus();
    columns += declared != nullptr ? Count((*declared)[static_cast<size_t>(i)])
               : Rank(node.shape(i)) < 2
                   ? node.elements(i)
                   : Elements(Shape(node.shape(i).begin() + 1, node.shape(i).end()));
  }
  if (!columns.ok()) return node.Conflict("the number of features overflows");
  const Shape& x = node.shape(0);
  out.Set(0, DType::kFloat32, {Rank(x) < 2 ? 1 : x[0], columns.value()});
  return absl::OkStatus();
}

absl::Status InferImputer(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(
      CheckPerFeature(node, "imputed_value_floats", FloatCount(node, "imputed_value_floats")));
  RETURN_IF_ERROR(
      CheckPerFeature(node, "imputed_value_int64s", IntCount(node, "imputed_value_int64s")));
  return InferMlSame(node, out);
}

absl::Status InferScaler(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckPerFeature(node, "offset", FloatCount(node, "offset")));
  RETURN_IF_ERROR(CheckPerFeature(node, "scale", FloatCount(node, "scale")));
  out.Set(0, DType::kFloat32, node.shape(0));
  return absl::OkStatus();
}

void WorkScaler(const NodeView& node, Work& work) { work.arithmetic = node.elements(0) * 2; }

absl::Status InferNormalizer(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(ReadSamples(node).status());
  const std::string_view norm = node.attr_string("norm", "MAX");
  if (norm != "MAX" && norm != "L1" && norm != "L2")
    return node.Conflict(fmt::format("norm '{}' is not MAX, L1 or L2", norm));
  out.Set(0, DType::kFloat32, node.shape(0));
  return absl::OkStatus();
}

void WorkNormalizer(const NodeView& node, Work& work) {
  const auto x = ReadSamples(node);
  if (!x.ok()) return;
  const std::string_view norm = node.attr_string("norm", "MAX");
  const Count n = node.elements(0);
  const Count rows = Min(x->count, n);
  work.arithmetic = n;  // the division
  if (norm == "MAX") {
    work.comparisons = n - rows;
  } else if (norm == "L1") {
    work.arithmetic += n + (n - rows);
  } else {
    work.fmas = n;
    work.arithmetic += rows;
  }
}

OperatorRule Feature(std::string_view op, OperatorClass op_class, InferRule infer, WorkRule work,
                     std::string_view formula, int min_inputs = 1) {
  return {.op = op,
          .domain = kMl,
          .versions = {1},
          .op_class = op_class,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX-ML operator text",
          .min_inputs = min_inputs};
}

}  // namespace

std::vector<OperatorRule> MlFeaturesRules() {
  return {
      Feature("ArrayFeatureExtractor", OperatorClass::kDataMovement, InferExtractor, WorkExtractor,
              "no arithmetic; reads what it outputs and the indices", 2),
      Feature("Binarizer", OperatorClass::kElementwise, InferMlSame, WorkMlComparison,
              "1 comparison per element"),
      Feature("FeatureVectorizer", OperatorClass::kDataMovement, InferVectorizer, nullptr,
              "no arithmetic; copies"),
      Feature("Imputer", OperatorClass::kElementwise, InferImputer, WorkMlComparison,
              "1 comparison per element"),
      Feature("Normalizer", OperatorClass::kNormalization, InferNormalizer, WorkNormalizer,
              "per element a division and, MAX: a comparison, L1: absolute value and addition, L2: "
              "an FMA (and a root per row)"),
      Feature("Scaler", OperatorClass::kElementwise, InferScaler, WorkScaler,
              "2 arithmetic per element: (x - offset) * scale"),
  };
}

}  // namespace roofline
