#include <fmt/format.h>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/contraction.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// C must broadcast to [M, N] without growing it.
absl::Status CheckAddend(const NodeView& node, const Shape& y) {
  if (!node.has_shape(2)) return absl::OkStatus();
  if (const auto common = BroadcastShapes(y, node.shape(2)); common && *common == y) {
    return absl::OkStatus();
  }
  return node.Conflict(fmt::format("C does not broadcast to {}", ShapeText(y)));
}

absl::Status InferGemm(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const GemmExtents gemm, ReadGemm(node, node.shape(0), node.shape(1)));
  const Shape y = {gemm.m, gemm.n};
  RETURN_IF_ERROR(CheckAddend(node, y));
  out.Set(0, node.dtype(0), y);
  return absl::OkStatus();
}

void WorkGemm(const NodeView& node, Work& work) {
  const auto gemm = ReadGemm(node, node.shape(0), node.shape(1));
  if (!gemm.ok()) return;
  work.macs = gemm->macs();
  const Count y = gemm->outputs();
  if (node.attr_float("alpha", 1) != 1) AddArithmetic(work, node.dtype(0), y);
  if (node.has_input(2)) {
    AddArithmetic(work, node.dtype(0), y);
    if (node.attr_float("beta", 1) != 1) AddArithmetic(work, node.dtype(0), y);
  }
}

// The float-8 form: `dtype` is the output's type.
absl::Status InferGemmFloat8(const NodeView& node, OutputFacts& out) {
  const std::optional<DType> dtype = DTypeFromOnnx(node.attr_int("dtype", 1));
  if (!dtype || !IsFloat(*dtype)) return node.Conflict("dtype names no float type");
  RETURN_IF_ERROR(InferGemm(node, out));
  out.Set(0, *dtype, Shape(*out.fact(0).shape));
  return absl::OkStatus();
}

void WorkFusedGemm(const NodeView& node, Work& work) {
  WorkGemm(node, work);
  AddActivation(work, node.attr_string("activation", ""), node.out_elements(0));
}

}  // namespace

std::vector<OperatorRule> GemmRules() {
  return {
      {.op = "Gemm",
       .versions = {1, 6, 7, 9, 11, 13},
       .op_class = OperatorClass::kMatmul,
       .infer = InferGemm,
       .work = WorkGemm,
       .formula = "MACs = M * N * K; C: y additions; alpha, beta other than 1: y multiplications "
                  "each",
       .source = "ONNX operator Gemm: Y = alpha * A' * B' + beta * C",
       .min_inputs = 2},
      {.op = "FusedGemm",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kMatmul,
       .infer = InferGemm,
       .work = WorkFusedGemm,
       .formula = "as Gemm, and the activation on y elements",
       .source = "ONNX Runtime operator FusedGemm",
       .min_inputs = 2},
      {.op = "GemmFloat8",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kMatmul,
       .infer = InferGemmFloat8,
       .work = WorkFusedGemm,
       .formula = "as Gemm, and the activation on y elements",
       .source = "ONNX Runtime operator GemmFloat8",
       .min_inputs = 2,
       .buffer_inputs = 1U << 3 | 1U << 4 | 1U << 5},
  };
}

}  // namespace roofline
