#include <bit>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/reduction.h"

namespace roofline {
namespace {

// Philox 4x32-10 makes 4 numbers in 10 rounds of 2 multiplications, 4 exclusive-ors and 2 key
// additions: (2 + 4 + 2) * 10 / 4 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3").
constexpr int64_t kIntegerOpsPerDraw = 20;

// The type that attribute `dtype` names, `fallback` without it.
absl::StatusOr<DType> DeclaredType(const NodeView& node, DType fallback) {
  const auto dtype = DTypeFromOnnx(node.attr_int("dtype", static_cast<int>(fallback)));
  if (dtype && *dtype != DType::kUndefined) return *dtype;
  return node.Conflict("attribute 'dtype' names no data type");
}

absl::Status InferFromAttribute(const NodeView& node, OutputFacts& out) {
  const auto* dims = node.attr_ints("shape");
  if (dims == nullptr) return node.Conflict("attribute 'shape' is missing");
  for (const int64_t dim : *dims) {
    if (dim < 0) return node.Conflict(fmt::format("extent {} is negative", dim));
  }
  ASSIGN_OR_RETURN(const DType dtype, DeclaredType(node, DType::kFloat32));
  out.Set(0, dtype, Shape(dims->begin(), dims->end()));
  return absl::OkStatus();
}

absl::Status InferLike(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const DType dtype, DeclaredType(node, node.dtype(0)));
  out.Set(0, dtype, node.shape(0));
  return absl::OkStatus();
}

absl::Status InferMultinomial(const NodeView& node, OutputFacts& out) {
  const int64_t samples = node.attr_int("sample_size", 1);
  if (Rank(node.shape(0)) != 2) return node.Conflict("expected a matrix [batch, classes]");
  if (samples < 0) return node.Conflict(fmt::format("sample_size is {}", samples));
  ASSIGN_OR_RETURN(const DType dtype, DeclaredType(node, DType::kInt32));
  out.Set(0, dtype, {node.shape(0)[0], samples});
  return absl::OkStatus();
}

void WorkUniform(const NodeView& node, Work& work) {
  const Count draws = node.out_elements(0);
  work.integer_ops = draws * Count(kIntegerOpsPerDraw);
  work.fmas = draws;
}

void WorkNormal(const NodeView& node, Work& work) {
  WorkUniform(node, work);
  work.transcendentals = Count(2) * node.out_elements(0);
  work.arithmetic = Count(2) * node.out_elements(0);
}

void WorkBernoulli(const NodeView& node, Work& work) {
  work.integer_ops = node.out_elements(0) * Count(kIntegerOpsPerDraw);
  work.comparisons = node.out_elements(0);
}

// The Like operators read the descriptor of their input, not its elements.
void WorkUniformLike(const NodeView& node, Work& work) {
  WorkUniform(node, work);
  work.read_bytes[0] = 0;
}

void WorkNormalLike(const NodeView& node, Work& work) {
  WorkNormal(node, work);
  work.read_bytes[0] = 0;
}

void WorkMultinomial(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  const Count samples = node.out_elements(0);
  const Count rows = node.shape(0)[0];
  const auto classes = static_cast<uint64_t>(node.shape(0)[1]);
  work.transcendentals = n;
  work.arithmetic = n + Difference(n, rows);
  work.comparisons =
      Difference(n, rows) + samples * Count(static_cast<int64_t>(std::bit_width(classes)));
  work.integer_ops = samples * Count(kIntegerOpsPerDraw);
}

OperatorRule Generator(std::string_view op, std::vector<int> versions, InferRule infer,
                       WorkRule work, std::string_view formula, int min_inputs) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kRandom,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "Philox 4x32-10 per draw; normal numbers by Box-Muller",
          .precision = WorkPrecision::kModel,
          .min_inputs = min_inputs};
}

}  // namespace

std::vector<OperatorRule> RandomRules() {
  constexpr std::string_view kUniform = "per draw 20 integer operations, 1 multiply-add";
  constexpr std::string_view kNormal =
      "per draw 20 integer operations, 1 multiply-add, log, cos, square root, product";
  return {
      Generator("Bernoulli", {15, 22}, InferLike, WorkBernoulli,
                "per draw 20 integer operations, 1 comparison", 1),
      Generator("Multinomial", {7, 22}, InferMultinomial, WorkMultinomial,
                "softmax and running sum over the classes; per sample 20 integer operations and a "
                "binary search",
                1),
      Generator("RandomNormal", {1, 22}, InferFromAttribute, WorkNormal, kNormal, 0),
      Generator("RandomNormalLike", {1, 22}, InferLike, WorkNormalLike, kNormal, 1),
      Generator("RandomUniform", {1, 22}, InferFromAttribute, WorkUniform, kUniform, 0),
      Generator("RandomUniformLike", {1, 22}, InferLike, WorkUniformLike, kUniform, 1),
  };
}

}  // namespace roofline
