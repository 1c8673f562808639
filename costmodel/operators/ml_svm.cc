#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/ml_scores.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct Svm {
  Samples x;
  int64_t vectors = 0;  // support vectors; 0: a plain linear model
  int64_t classes = 1;
  int64_t decisions = 1;  // pairs of classes, or rows of a linear model
  int64_t columns = 1;    // scores per sample
  bool probabilities = false;
};

absl::StatusOr<int64_t> SupportVectors(const NodeView& node, const Samples& x) {
  int64_t vectors = node.attr_int("n_supports", 0);
  if (node.op() == "SVMClassifier") {
    Count sum;
    if (const auto* per_class = node.attr_ints("vectors_per_class")) {
      for (const int64_t count : *per_class) sum += count;
    }
    if (!sum.ok()) return node.Conflict("vectors_per_class does not add up");
    vectors = sum.value();
  }
  if (vectors < 0) return node.Conflict("the number of support vectors is negative");
  if (vectors > 0 && Count(vectors) * x.features != Count(FloatCount(node, "support_vectors"))) {
    return node.Conflict(fmt::format("{} numbers in support_vectors, expected {} x {}",
                                     FloatCount(node, "support_vectors"), vectors, x.features));
  }
  return vectors;
}

absl::StatusOr<Svm> ReadSvm(const NodeView& node) {
  Svm svm;
  ASSIGN_OR_RETURN(svm.x, ReadSamples(node));
  ASSIGN_OR_RETURN(svm.vectors, SupportVectors(node, svm.x));
  if (node.op() == "SVMRegressor") return svm;
  svm.classes = std::max<int64_t>(ReadLabels(node).count, 1);
  svm.probabilities = svm.vectors > 0 && FloatCount(node, "prob_a") > 0;
  // Lists in a file bound the number of classes, so their pairs fit.
  svm.decisions = svm.vectors > 0 ? svm.classes * (svm.classes - 1) / 2 : svm.classes;
  svm.columns = svm.probabilities ? svm.classes : svm.decisions;
  if (svm.columns == 1 && FloatCount(node, "rho") == 1 && svm.classes == 2) svm.columns = 2;
  return svm;
}

absl::Status InferSvm(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Svm svm, ReadSvm(node));
  if (node.op() == "SVMRegressor") {
    out.Set(0, DType::kFloat32, {svm.x.count, 1});
    return absl::OkStatus();
  }
  out.Set(0, ReadLabels(node).dtype, {svm.x.count});
  out.Set(1, DType::kFloat32, {svm.x.count, svm.columns});
  return absl::OkStatus();
}

// One kernel value for each sample and support vector.
void AddKernels(const NodeView& node, const Svm& svm, Work& work) {
  const std::string_view kernel = node.attr_string("kernel_type", "LINEAR");
  const Count values = Count(svm.x.count) * svm.vectors;
  work.macs += values * svm.x.features;
  if (kernel == "RBF") {  // exp(-gamma * |x - v|^2)
    work.arithmetic += values * svm.x.features + values;
    work.transcendentals += values;
  } else if (kernel == "POLY" || kernel == "SIGMOID") {  // pow or tanh of gamma * x.v + coef0
    work.fmas += values;
    work.transcendentals += values;
  }
}

void WorkSvm(const NodeView& node, Work& work) {
  const auto read = ReadSvm(node);
  if (!read.ok()) return;
  const Svm& svm = *read;
  const Count samples = svm.x.count;
  work.math = DType::kFloat32;
  if (svm.vectors == 0) {
    work.macs = samples * svm.x.features * svm.decisions;
  } else {
    AddKernels(node, svm, work);
    // Each vector has a coefficient for every class but its own.
    work.macs += samples * svm.vectors * std::max<int64_t>(svm.classes - 1, 1);
  }
  work.arithmetic += samples * svm.decisions;  // rho
  if (svm.probabilities) {
    work.fmas += samples * svm.decisions;
    AddPostTransform("LOGISTIC", samples, svm.decisions, work);
  }
  AddPostTransform(node.attr_string("post_transform", "NONE"), samples, svm.columns, work);
  if (node.op() == "SVMClassifier" || node.attr_int("one_class", 0) != 0)
    work.comparisons += samples * (Count(svm.decisions) + svm.classes);
}

OperatorRule SupportVectorMachine(std::string_view op) {
  return {.op = op,
          .domain = kMl,
          .versions = {1},
          .op_class = OperatorClass::kMatmul,
          .infer = InferSvm,
          .work = WorkSvm,
          .formula =
              "MACs = samples * vectors * (features + classes - 1), or samples * features * "
              "classes without vectors; kernel function per sample and vector; votes, "
              "probabilities (the iteration that couples them is not counted)",
          .source = "ONNX-ML operators SVMClassifier, SVMRegressor",
          .precision = WorkPrecision::kModel};
}

}  // namespace

std::vector<OperatorRule> MlSvmRules() {
  return {SupportVectorMachine("SVMClassifier"), SupportVectorMachine("SVMRegressor")};
}

}  // namespace roofline
