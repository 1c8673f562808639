#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/ml_scores.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/tree_depth.h"

namespace roofline {
namespace {

absl::StatusOr<TreeDepths> ReadTrees(const NodeView& node) {
  const bool indexed = node.op() == "TreeEnsemble";
  ASSIGN_OR_RETURN(const TreeNodes trees, indexed ? ReadIndexedTrees(node) : ReadNamedTrees(node));
  return MeasureTrees(node, trees);
}

ClassLabels Labels(const NodeView& node) {
  return ReadLabels(node, "classlabels_int64s", "classlabels_strings");
}

absl::Status InferTreeClassifier(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Samples x, ReadSamples(node));
  const ClassLabels labels = Labels(node);
  if (labels.count < 1) return node.Conflict("class labels are required");
  RETURN_IF_ERROR(ReadTrees(node).status());
  out.Set(0, labels.dtype, {x.count});
  out.Set(1, DType::kFloat32, {x.count, std::max<int64_t>(labels.count, 2)});
  return absl::OkStatus();
}

absl::Status InferTreeRegressor(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Samples x, ReadSamples(node));
  const int64_t targets = node.attr_int("n_targets", 1);
  if (targets < 1)
    return node.Conflict(fmt::format("n_targets is {}, expected 1 or more", targets));
  RETURN_IF_ERROR(ReadTrees(node).status());
  const bool indexed = node.op() == "TreeEnsemble";
  out.Set(0, indexed ? node.dtype(0) : DType::kFloat32, {x.count, targets});
  return absl::OkStatus();
}

// TreeEnsemble-5 numbers what the older forms name.
std::string_view PostTransform(const NodeView& node) {
  if (node.op() != "TreeEnsemble") return node.attr_string("post_transform", "NONE");
  constexpr std::string_view kNames[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
  const int64_t number = node.attr_int("post_transform", 0);
  return number >= 0 && number < 5 ? kNames[number] : "NONE";
}

// Weights that a leaf adds to the result, on average and rounded up.
Count WeightsPerLeaf(const NodeView& node, const TreeDepths& trees) {
  const bool classifier = node.op() == "TreeEnsembleClassifier";
  if (node.op() == "TreeEnsemble" || trees.leaves == 0) return 1;
  return CeilDiv(WeightCount(node, classifier ? "class_weights" : "target_weights"), trees.leaves);
}

void WorkTrees(const NodeView& node, Work& work) {
  const auto x = ReadSamples(node);
  const auto trees = ReadTrees(node);
  if (!x.ok() || !trees.ok()) return;
  const Count samples = x->count;
  const bool classifier = node.op() == "TreeEnsembleClassifier";
  const Shape& scores =
      node.has_output(classifier ? 1 : 0) ? node.out_shape(classifier ? 1 : 0) : node.shape(0);
  const Count columns = scores.empty() ? 1 : scores.back();
  work.comparisons = samples * trees->comparisons;
  work.arithmetic = samples * trees->trees * WeightsPerLeaf(node, *trees);
  if (WeightCount(node, "base_values") != Count(0)) work.arithmetic += samples * columns;
  AddPostTransform(PostTransform(node), samples, columns, work);
  if (classifier) work.comparisons += samples * columns;  // the best class
}

OperatorRule Trees(std::string_view op, std::vector<int> versions, InferRule infer) {
  return {.op = op,
          .domain = kMl,
          .versions = std::move(versions),
          .op_class = OperatorClass::kTree,
          .infer = infer,
          .work = WorkTrees,
          .formula =
              "comparisons = samples * sum over trees of the longest path from the root; one "
              "addition per tree and weight of a leaf, base values, post transform, best "
              "class; nodes sit in attributes and are not counted as traffic",
          .source = "ONNX-ML operators TreeEnsemble*; a sample may leave a tree earlier",
          .precision = WorkPrecision::kModel};
}

}  // namespace

std::vector<OperatorRule> MlTreeEnsembleRules() {
  return {Trees("TreeEnsemble", {5}, InferTreeRegressor),
          Trees("TreeEnsembleClassifier", {1, 3, 5}, InferTreeClassifier),
          Trees("TreeEnsembleRegressor", {1, 3, 5}, InferTreeRegressor)};
}

}  // namespace roofline
