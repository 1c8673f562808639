#include <fmt/format.h>

#include <utility>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/layer_norm.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// Products with a weight stored in few bits: it is read packed, widened once per run, and
// multiplied in the type of the activations.
absl::StatusOr<int64_t> RequiredExtent(const NodeView& node, std::string_view name) {
  const int64_t extent = node.attr_int(name, 0);
  if (extent < 1) return node.Conflict(fmt::format("{} is {}, expected 1 or more", name, extent));
  return extent;
}

// A with its last extent, which must be `k`, replaced by `n`.
absl::StatusOr<Shape> Projected(const NodeView& node, int64_t k, int64_t n) {
  Shape y = node.shape(0);
  if (y.empty() || y.back() != k) {
    return node.Conflict(fmt::format("A's last extent must be K = {}", k));
  }
  y.back() = n;
  return y;
}

absl::Status InferProjection(const NodeView& node, int64_t k, int64_t n, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, Projected(node, k, n));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// Depth and width of an [N, K] weight given by attributes.
struct WeightOnlyExtents {
  int64_t k = 0;
  int64_t n = 0;
};

absl::StatusOr<WeightOnlyExtents> ByAttributes(const NodeView& node) {
  ASSIGN_OR_RETURN(const int64_t k, RequiredExtent(node, "K"));
  ASSIGN_OR_RETURN(const int64_t n, RequiredExtent(node, "N"));
  if (node.op() == "MatMulBnb4" && node.attr_int("transB", 1) == 0)
    return WeightOnlyExtents{.k = n, .n = k};
  return WeightOnlyExtents{.k = k, .n = n};
}

// From the weight itself: [N, K], or [N, K/2] with two numbers to a byte.
absl::StatusOr<WeightOnlyExtents> ByWeight(const NodeView& node) {
  const Shape& b = node.shape(1);
  if (Rank(b) != 2) return node.Conflict("expected B to be a matrix");
  const int64_t packed = node.op() == "MatMulBlockQuantizedFp4Weight" ? 2 : 1;
  const Count k = Count(b[1]) * packed;
  if (!k.ok()) return node.Conflict("K overflows int64");
  return WeightOnlyExtents{.k = k.value(), .n = b[0]};
}

// From B_shape [K, N].
absl::StatusOr<WeightOnlyExtents> ByShapeInput(const NodeView& node) {
  const std::vector<int64_t>* shape = node.ints(2);
  if (shape == nullptr) return node.NeedsValue(2, "the shape of B");
  if (shape->size() != 2 || (*shape)[0] < 1 || (*shape)[1] < 1) {
    return node.Conflict("expected B_shape to hold K and N");
  }
  return WeightOnlyExtents{.k = (*shape)[0], .n = (*shape)[1]};
}

template <absl::StatusOr<WeightOnlyExtents> (*Read)(const NodeView&)>
absl::Status Infer(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const WeightOnlyExtents extents, Read(node));
  return InferProjection(node, extents.k, extents.n, out);
}

// The multiply-accumulates of one [N, K] projection of A and the widening of its weight.
void AddProjection(const NodeView& node, Work& work, int64_t k, int64_t n) {
  const Count rows = k == 0 ? Count(0) : node.elements(0) / k;
  work.macs += rows * k * n;
  work.arithmetic += Count(2) * k * n;
}

template <absl::StatusOr<WeightOnlyExtents> (*Read)(const NodeView&), int kBias>
void WorkProjection(const NodeView& node, Work& work) {
  const auto extents = Read(node);
  if (!extents.ok()) return;
  AddProjection(node, work, extents->k, extents->n);
  if (node.has_input(kBias)) work.arithmetic += node.out_elements(0);
}

// Norm of A before the projections of the fused forms: A, skip, norm_scale.
void AddInputNorm(const NodeView& node, Work& work, int64_t k) {
  const Count n = node.elements(0);
  if (node.has_input(1)) work.arithmetic += n;
  if (node.has_input(2) && k > 0) AddRmsNorm(work, n, n / k, false);
}

absl::Status InferMlp(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(Infer<ByAttributes>(node, out));
  out.Set(1, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkMlp(const NodeView& node, Work& work) {
  const auto extents = ByAttributes(node);
  if (!extents.ok()) return;
  const Count y = node.out_elements(0);
  AddInputNorm(node, work, extents->k);
  for (const int bias : {5, 8}) {
    AddProjection(node, work, extents->k, extents->n);
    if (node.has_input(bias)) work.arithmetic += y;
  }
  AddActivation(work, node.attr_string("activation", "silu"), y);
  work.arithmetic += y;
}

absl::Status InferQkv(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int64_t k, RequiredExtent(node, "K"));
  ASSIGN_OR_RETURN(const int64_t query, RequiredExtent(node, "Nq"));
  ASSIGN_OR_RETURN(const int64_t key, RequiredExtent(node, "Nkv"));
  RETURN_IF_ERROR(InferProjection(node, k, query, out));
  ASSIGN_OR_RETURN(const Shape key_shape, Projected(node, k, key));
  out.Set(1, node.dtype(0), key_shape);
  out.Set(2, node.dtype(0), key_shape);
  out.Set(3, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkQkv(const NodeView& node, Work& work) {
  const int64_t k = node.attr_int("K", 0);
  AddInputNorm(node, work, k);
  AddProjection(node, work, k, node.attr_int("Nq", 0));
  AddProjection(node, work, k, node.attr_int("Nkv", 0));
  AddProjection(node, work, k, node.attr_int("Nkv", 0));
  for (int projection = 0; projection < 3; ++projection) {
    if (node.has_input(5 + 3 * projection)) work.arithmetic += node.out_elements(projection);
  }
}

OperatorRule WeightOnlyRule(std::string_view op, InferRule infer, WorkRule work,
                            uint32_t buffer_inputs, int min_inputs = 2) {
  return {.op = op,
          .domain = kMicrosoft,
          .versions = {1},
          .op_class = OperatorClass::kMatmul,
          .infer = infer,
          .work = work,
          .formula =
              "MACs = y * K in the type of A; 2*N*K arithmetic to widen the weight; bias y "
              "additions",
          .source = "ONNX Runtime contrib operators (docs/ContribOperators.md)",
          .min_inputs = min_inputs,
          .buffer_inputs = buffer_inputs};
}

}  // namespace

std::vector<OperatorRule> WeightOnlyMatMulRules() {
  constexpr int kNoBias = 99;
  OperatorRule mlp = WeightOnlyRule("MatMulNBitsMlp", InferMlp, WorkMlp, 1U << 4 | 1U << 7, 1);
  mlp.formula = "two MatMulNBits, RMS norm of A when fused, activation and y multiplications";
  OperatorRule qkv =
      WeightOnlyRule("MatMulNBitsQkv", InferQkv, WorkQkv, 1U << 4 | 1U << 7 | 1U << 10, 1);
  qkv.formula = "three MatMulNBits behind an RMS norm of A";
  return {
      WeightOnlyRule("MatMulNBits", Infer<ByAttributes>, WorkProjection<ByAttributes, 5>,
                     1U << 2 | 1U << 3 | 1U << 4),
      WeightOnlyRule("MatMulBnb4", Infer<ByAttributes>, WorkProjection<ByAttributes, kNoBias>,
                     1U << 2),
      WeightOnlyRule("MatMulFpQ4", Infer<ByShapeInput>, WorkProjection<ByShapeInput, kNoBias>, 0,
                     3),
      WeightOnlyRule("MatMulBlockQuantizedFp4Weight", Infer<ByWeight>, WorkProjection<ByWeight, 5>,
                     1U << 2 | 1U << 3 | 1U << 4),
      WeightOnlyRule("MatMulBlockQuantizedFp8Weight", Infer<ByWeight>, WorkProjection<ByWeight, 4>,
                     1U << 2 | 1U << 3),
      mlp,
      qkv,
  };
}

}  // namespace roofline
