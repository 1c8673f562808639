#include "costmodel/operators/contraction.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferMatMul(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, MatMulShape(node, node.shape(0), node.shape(1)));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkMatMul(const NodeView& node, Work& work) {
  work.macs = node.out_elements(0) * ContractedExtent(node.shape(0));
}

}  // namespace

std::vector<OperatorRule> MatMulRules() {
  return {
      {.op = "MatMul",
       .versions = {1, 9, 13},
       .op_class = OperatorClass::kMatmul,
       .infer = InferMatMul,
       .work = WorkMatMul,
       .formula = "MACs = y * K, K = last extent of A",
       .source = "ONNX operator MatMul (numpy.matmul): a dot product of length K per output",
       .min_inputs = 2},
  };
}

}  // namespace roofline
