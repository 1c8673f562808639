#include <utility>

#include "costmodel/operators/contraction.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// [d0, d1 .. dr-2, dr-1] with d0 moved behind the other batch extents.
Shape BatchTransposed(const Shape& shape) {
  if (shape.size() < 3) return shape;
  Shape moved(shape.begin() + 1, shape.end() - 1);
  moved.push_back(shape.front());
  moved.push_back(shape.back());
  return moved;
}

Shape Factor(const NodeView& node, int i, std::string_view transpose, std::string_view batch) {
  const Shape& shape = node.shape(i);
  return TransposedMatrix(node.attr_int(batch, 0) != 0 ? BatchTransposed(shape) : shape,
                          node.attr_int(transpose, 0) != 0);
}

Shape Left(const NodeView& node) { return Factor(node, 0, "transA", "transBatchA"); }
Shape Right(const NodeView& node) { return Factor(node, 1, "transB", "transBatchB"); }

absl::Status InferFusedMatMul(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, MatMulShape(node, Left(node), Right(node)));
  out.Set(0, node.dtype(1), std::move(y));
  return absl::OkStatus();
}

void WorkFusedMatMul(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.macs = y * ContractedExtent(Left(node));
  if (node.attr_float("alpha", 1) != 1) work.arithmetic += y;
  AddActivation(work, node.attr_string("activation", ""), y);
}

// X [..., K] W [K, N] with an optional bias [N].
absl::Status InferGemmFastGelu(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, MatMulShape(node, node.shape(0), node.shape(1)));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkGemmFastGelu(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.macs = y * ContractedExtent(node.shape(0));
  if (node.has_input(2)) work.arithmetic += y;
  AddActivation(work, "FastGelu", y);
}

OperatorRule FusedRule(std::string_view op, std::string_view source) {
  return {.op = op,
          .domain = kMicrosoft,
          .versions = {1},
          .op_class = OperatorClass::kMatmul,
          .infer = InferFusedMatMul,
          .work = WorkFusedMatMul,
          .formula =
              "MACs = y * K; alpha other than 1: y multiplications; a fused activation as "
              "its operator",
          .source = source,
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> FusedMatMulRules() {
  OperatorRule sparse =
      FusedRule("SparseToDenseMatMul", "ONNX Runtime operator SparseToDenseMatMul");
  sparse.formula = "MACs = y * K, as if A were dense";
  sparse.precision = WorkPrecision::kModel;
  return {
      FusedRule("FusedMatMul", "ONNX Runtime operator FusedMatMul"),
      FusedRule("FusedMatMulActivation", "ONNX Runtime operator FusedMatMulActivation"),
      FusedRule("TransposeMatMul", "ONNX Runtime operator TransposeMatMul"),
      sparse,
      {.op = "GemmFastGelu",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kMatmul,
       .infer = InferGemmFastGelu,
       .work = WorkGemmFastGelu,
       .formula = "MACs = y * K; bias y additions; FastGelu on y",
       .source = "ONNX Runtime operator GemmFastGelu",
       .min_inputs = 2},
  };
}

}  // namespace roofline
