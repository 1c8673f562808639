#include <utility>

#include "costmodel/operators/contraction.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

absl::Status InferProduct(const NodeView& node, int b, DType dtype, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, MatMulShape(node, node.shape(0), node.shape(b)));
  out.Set(0, dtype, std::move(y));
  return absl::OkStatus();
}

Count ProductMacs(const NodeView& node) {
  return node.out_elements(0) * ContractedExtent(node.shape(0));
}

absl::Status InferMatMulInteger(const NodeView& node, OutputFacts& out) {
  return InferProduct(node, 1, DType::kInt32, out);
}

// int32 unless both factors are unsigned.
absl::Status InferMatMulInteger16(const NodeView& node, OutputFacts& out) {
  const bool is_unsigned = node.dtype(0) == DType::kUint16 && node.dtype(1) == DType::kUint16;
  return InferProduct(node, 1, is_unsigned ? DType::kUint32 : DType::kInt32, out);
}

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point.
absl::Status InferQLinearMatMul(const NodeView& node, OutputFacts& out) {
  return InferProduct(node, 3, node.has_input(7) ? node.dtype(7) : node.dtype(0), out);
}

// A, B, a_scale, b_scale, a_zero_point, b_zero_point, bias.
absl::Status InferMatMulIntegerToFloat(const NodeView& node, OutputFacts& out) {
  return InferProduct(node, 1, node.dtype(2), out);
}

// A (float), B (8 bit), b_scale, b_zero_point, bias.
absl::Status InferDynamicQuantizeMatMul(const NodeView& node, OutputFacts& out) {
  return InferProduct(node, 1, node.dtype(0), out);
}

// A, a_scale, a_zero_point, B, b_scale, b_zero_point, C, y_scale, y_zero_point; float without the
// last.
absl::Status InferQGemm(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const GemmExtents gemm, ReadGemm(node, node.shape(0), node.shape(3)));
  out.Set(0, node.has_input(8) ? node.dtype(8) : DType::kFloat32, {gemm.m, gemm.n});
  return absl::OkStatus();
}

void WorkMatMulInteger(const NodeView& node, Work& work) { work.macs = ProductMacs(node); }

void WorkQLinearMatMul(const NodeView& node, Work& work) {
  work.macs = ProductMacs(node);
  AddRequantization(work, node.out_elements(0));
}

void WorkMatMulIntegerToFloat(const NodeView& node, Work& work) {
  work.macs = ProductMacs(node);
  work.arithmetic = node.out_elements(0);
  if (node.has_input(6)) work.arithmetic += node.out_elements(0);
}

void WorkDynamicQuantizeMatMul(const NodeView& node, Work& work) {
  work.macs = ProductMacs(node);
  work.math = node.dtype(1);
  const Count a = node.elements(0);
  work.comparisons = Count(2) * a;  // range of A
  AddRequantization(work, a);
  work.arithmetic += node.out_elements(0);
  if (node.has_input(4)) work.arithmetic += node.out_elements(0);
}

void WorkQGemm(const NodeView& node, Work& work) {
  const auto gemm = ReadGemm(node, node.shape(0), node.shape(3));
  if (!gemm.ok()) return;
  work.macs = gemm->macs();
  const Count y = gemm->outputs();
  if (node.has_input(6)) work.integer_ops += y;
  if (node.has_input(8)) {
    AddRequantization(work, y);
  } else {
    work.arithmetic += y;
  }
}

}  // namespace

std::vector<OperatorRule> QuantizedMatMulRules() {
  const OperatorRule integer = {
      .op = "MatMulInteger",
      .versions = {10},
      .op_class = OperatorClass::kMatmul,
      .infer = InferMatMulInteger,
      .work = WorkMatMulInteger,
      .formula = "MACs = y * K; zero points fold into one offset per row and column",
      .source = "ONNX operator MatMulInteger",
      .min_inputs = 2};
  OperatorRule integer16 = integer;
  integer16.op = "MatMulInteger16";
  integer16.domain = kMicrosoft;
  integer16.versions = {1};
  integer16.infer = InferMatMulInteger16;
  integer16.formula = "MACs = y * K";
  integer16.source = "ONNX Runtime operator MatMulInteger16";
  return {
      integer,
      integer16,
      {.op = "QLinearMatMul",
       .versions = {10, 21},
       .op_class = OperatorClass::kMatmul,
       .infer = InferQLinearMatMul,
       .work = WorkQLinearMatMul,
       .formula = "MACs = y * K; requantisation 3y arithmetic, 2y comparisons",
       .source = "ONNX operator QLinearMatMul",
       .min_inputs = 4,
       .buffer_inputs = 1U << 1 | 1U << 4 | 1U << 6},
      {.op = "MatMulIntegerToFloat",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kMatmul,
       .infer = InferMatMulIntegerToFloat,
       .work = WorkMatMulIntegerToFloat,
       .formula = "MACs = y * K; y multiplications (scale); bias y additions",
       .source = "ONNX Runtime operator MatMulIntegerToFloat",
       .min_inputs = 3,
       .buffer_inputs = 1U << 2 | 1U << 3},
      {.op = "DynamicQuantizeMatMul",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kMatmul,
       .infer = InferDynamicQuantizeMatMul,
       .work = WorkDynamicQuantizeMatMul,
       .formula = "MACs = y * K in the type of B; A quantised as by DynamicQuantizeLinear; y "
                  "multiplications (scale); bias y additions",
       .source = "ONNX Runtime operator DynamicQuantizeMatMul",
       .min_inputs = 2,
       .buffer_inputs = 1U << 2},
      {.op = "QGemm",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kMatmul,
       .infer = InferQGemm,
       .work = WorkQGemm,
       .formula = "MACs = M * N * K; C y integer additions; requantisation 3y arithmetic, 2y "
                  "comparisons (float output: y multiplications)",
       .source = "ONNX Runtime operator QGemm",
       .min_inputs = 4,
       .buffer_inputs = 1U << 1 | 1U << 4 | 1U << 7},
  };
}

}  // namespace roofline
