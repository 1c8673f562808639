#include <fmt/format.h>

#include <bit>
#include <utility>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// A [M, N], B [K, N] -> [M, K].
absl::Status InferDistance(const NodeView& node, OutputFacts& out) {
  const Shape& a = node.shape(0);
  const Shape& b = node.shape(1);
  if (Rank(a) != 2 || Rank(b) != 2 || a[1] != b[1]) {
    return node.Conflict("expected two matrices of as many columns");
  }
  out.Set(0, node.dtype(0), {a[0], b[0]});
  return absl::OkStatus();
}

void WorkDistance(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  const Count terms = y * node.shape(0)[1];
  work.arithmetic = terms;
  work.fmas = terms;
  if (node.attr_string("metric", "sqeuclidean") == "euclidean") work.arithmetic += y;
}

absl::Status InferInverse(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2 || x[x.size() - 1] != x[x.size() - 2]) {
    return node.Conflict("expected square matrices");
  }
  out.Set(0, node.dtype(0), x);
  return absl::OkStatus();
}

void WorkInverse(const NodeView& node, Work& work) {
  work.fmas = node.elements(0) * node.shape(0).back();
}

// Real samples [.., n] -> [.., n / 2 + 1, 2].
absl::Status InferRfft(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  if (y.empty()) return node.Conflict("expected X of rank 1 or more");
  y.back() = y.back() / 2 + 1;
  y.push_back(2);
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// Complex [.., n / 2 + 1, 2] -> [.., n].
absl::Status InferIrfft(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  if (Rank(y) < 2 || y.back() != 2) return node.Conflict("expected X of [.., bins, 2]");
  y.pop_back();
  const Count samples = y.back() == 0 ? Count(0) : Count(y.back() - 1) * 2;
  if (!samples.ok()) return node.Conflict("the signal overflows int64");
  y.back() = samples.value();
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// The split-radix estimate 5/2 n log2 n for a real transform of each signal of n samples.
void AddRealTransform(Work& work, const Shape& samples, int64_t signal_dims) {
  const Count n = Elements(samples);
  if (!n.ok() || n == Count(0)) return;
  for (int64_t d = 0; d < signal_dims && d < Rank(samples); ++d) {
    const int64_t extent = samples[samples.size() - 1 - static_cast<size_t>(d)];
    const auto log2 = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(extent - 1)));
    work.arithmetic += n * 5 * log2 / 2;
  }
}

void WorkRfft(const NodeView& node, Work& work) {
  AddRealTransform(work, node.shape(0), node.attr_int("signal_ndim", 1));
}

void WorkIrfft(const NodeView& node, Work& work) {
  AddRealTransform(work, node.out_shape(0), node.attr_int("signal_ndim", 1));
}

// Pairs (real, imaginary) in the last extent.
absl::Status InferComplexMul(const NodeView& node, OutputFacts& out) {
  std::optional<Shape> y = BroadcastShapes(node.shape(0), node.shape(1));
  if (!y || y->empty() || y->back() != 2) return node.Conflict("expected tensors of [.., 2]");
  out.Set(0, node.dtype(0), *std::move(y));
  return absl::OkStatus();
}

void WorkComplexMul(const NodeView& node, Work& work) {
  work.arithmetic = Count(3) * node.out_elements(0);
}

absl::Status InferAllFinite(const NodeView& /*node*/, OutputFacts& out) {
  out.Set(0, DType::kBool, {});
  return absl::OkStatus();
}

void WorkAllFinite(const NodeView& node, Work& work) {
  for (int i = 0; i < node.num_inputs(); ++i) work.comparisons += node.elements(i);
}

absl::Status InferMurmurHash(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.attr_int("positive", 1) != 0 ? DType::kUint32 : DType::kInt32, node.shape(0));
  return absl::OkStatus();
}

// MurmurHash3_x86_32: 9 operations per 4 bytes and 9 to finish.
void WorkMurmurHash(const NodeView& node, Work& work) {
  const int64_t words = (BitsOf(node.dtype(0)) + 31) / 32;
  work.integer_ops = node.elements(0) * (9 * words + 9);
}

// Costs [M, N] or [1, M, N] -> the path [2, x], x < M + N.
absl::Status InferTimeWarping(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) != 2 && !(Rank(x) == 3 && x[0] == 1)) {
    return node.Conflict("expected costs of [rows, columns]");
  }
  const Count steps = Count(x[x.size() - 2]) + x.back();
  if (!steps.ok()) return node.Conflict("the path overflows int64");
  out.Set(0, DType::kInt32, {2, steps == Count(0) ? 0 : steps.value() - 1}, Mark::kBounded);
  return absl::OkStatus();
}

void WorkTimeWarping(const NodeView& node, Work& work) {
  work.arithmetic = node.elements(0);
  work.comparisons = Count(2) * node.elements(0);
}

OperatorRule Rule(std::string_view op, InferRule infer, WorkRule work, std::string_view formula,
                  int min_inputs, WorkPrecision precision = WorkPrecision::kExact) {
  return {.op = op,
          .domain = kMicrosoft,
          .versions = {1},
          .op_class = OperatorClass::kOther,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX Runtime contrib operators (docs/ContribOperators.md)",
          .precision = precision,
          .min_inputs = min_inputs};
}

}  // namespace

std::vector<OperatorRule> ContribMathRules() {
  return {
      Rule("CDist", InferDistance, WorkDistance,
           "y * N subtractions and FMAs; euclidean: y square roots", 2),
      Rule("Inverse", InferInverse, WorkInverse, "n FMAs times the matrix extent (LU and solve)", 1,
           WorkPrecision::kModel),
      Rule("Rfft", InferRfft, WorkRfft, "5/2 n log2 n (split radix, real)", 1,
           WorkPrecision::kModel),
      Rule("Irfft", InferIrfft, WorkIrfft, "5/2 n log2 n (split radix, real)", 1,
           WorkPrecision::kModel),
      Rule("ComplexMul", InferComplexMul, WorkComplexMul, "3y: 4 products and 2 sums per pair", 2),
      Rule("ComplexMulConj", InferComplexMul, WorkComplexMul, "3y: 4 products and 2 sums per pair",
           2),
      Rule("IsAllFinite", InferAllFinite, WorkAllFinite, "a comparison per element", 1),
      Rule("MurmurHash3", InferMurmurHash, WorkMurmurHash,
           "9 integer operations per 32-bit word and 9 more", 1, WorkPrecision::kModel),
      Rule("DynamicTimeWarping", InferTimeWarping, WorkTimeWarping,
           "M * N additions, 2 * M * N comparisons", 1),
  };
}

}  // namespace roofline
