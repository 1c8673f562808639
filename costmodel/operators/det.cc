#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferDet(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2 || x[x.size() - 1] != x[x.size() - 2])
    return node.Conflict("expected square matrices");
  out.Set(0, node.dtype(0), Shape(x.begin(), x.end() - 2));
  return absl::OkStatus();
}

// Elimination step k of m - 1 divides k numbers and updates k * k; then the diagonal is multiplied.
void WorkDet(const NodeView& node, Work& work) {
  const int64_t m = node.shape(0).back();
  if (m < 2) return;
  const Count matrices = node.out_elements(0);
  const Count steps = m - 1;
  work.fmas = matrices * (steps * Count(m) * (Count(2) * Count(m) - Count(1)) / Count(6));
  work.arithmetic = matrices * (steps * Count(m) / Count(2) + steps);
}

}  // namespace

std::vector<OperatorRule> DetRules() {
  return {
      {.op = "Det",
       .versions = {11, 22},
       .op_class = OperatorClass::kOther,
       .infer = InferDet,
       .work = WorkDet,
       .formula = "per MxM matrix (M-1)*M*(2M-1)/6 multiply-adds, M*(M-1)/2 divisions, "
                  "M-1 products",
       .source = "LU elimination (Golub, Van Loan: Matrix Computations, 3.2)"},
  };
}

}  // namespace roofline
