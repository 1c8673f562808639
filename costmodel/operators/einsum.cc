#include "costmodel/operators/einsum_equation.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

bool AllShapesKnown(const NodeView& node) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (!node.has_shape(i)) return false;
  }
  return true;
}

absl::Status InferEinsum(const NodeView& node, OutputFacts& out) {
  if (!AllShapesKnown(node)) {
    Fact unknown;
    unknown.dtype = node.dtype(0);
    unknown.mark = Mark::kUnknown;
    out.SetFact(0, std::move(unknown));
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const EinsumEquation equation, ReadEinsum(node));
  Shape y;
  for (const int label : equation.output) y.push_back(equation.extents.at(label));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

Count Product(const LabelExtents& extents) {
  Shape shape;
  for (const auto& [label, extent] : extents) shape.push_back(extent);
  return Elements(shape);
}

// The last operand in which each label occurs; labels of the output are needed to the end.
std::map<int, size_t> LastUses(const EinsumEquation& equation) {
  std::map<int, size_t> last;
  for (size_t i = 0; i < equation.operands.size(); ++i) {
    for (const auto& [label, extent] : equation.operands[i]) last[label] = i;
  }
  for (const int label : equation.output) last[label] = equation.operands.size();
  return last;
}

// Removes from `term` the labels that `keep` does not want; true when there was one.
template <class Keep>
bool Drop(LabelExtents& term, const Keep& keep) {
  const size_t before = term.size();
  for (auto it = term.begin(); it != term.end();) {
    it = keep(it->first) ? std::next(it) : term.erase(it);
  }
  return term.size() != before;
}

// Sums over the labels that nothing else needs: one addition for each element that disappears.
template <class Keep>
void SumOut(LabelExtents& term, const Keep& keep, Count& additions) {
  const Count before = Product(term);
  if (Drop(term, keep)) additions += before - Min(before, Product(term));
}

// Operands are contracted from left to right; what only one of the two has and nothing later needs
// is summed before.
void WorkEinsum(const NodeView& node, Work& work) {
  if (!AllShapesKnown(node)) return;
  const auto equation = ReadEinsum(node);
  if (!equation.ok()) return;
  const std::map<int, size_t> last = LastUses(*equation);
  Count& elementwise = IsFloat(node.dtype(0)) ? work.arithmetic : work.integer_ops;
  LabelExtents left = equation->operands[0];
  SumOut(
      left, [&](int label) { return last.at(label) > 0; }, elementwise);
  for (size_t i = 1; i < equation->operands.size(); ++i) {
    LabelExtents right = equation->operands[i];
    SumOut(
        right, [&](int label) { return last.at(label) > i || left.count(label) != 0; },
        elementwise);
    for (const auto& [label, extent] : right) {
      int64_t& common = left.emplace(label, extent).first->second;
      if (common == 1) common = extent;
    }
    const Count products = Product(left);
    const bool contracts = Drop(left, [&](int label) { return last.at(label) > i; });
    (contracts ? work.macs : elementwise) += products;
    if (i + 1 < equation->operands.size())
      work.inner_bytes += BytesOf(node.dtype(0), Product(left));
  }
  // Of a repeated label only the diagonal is read.
  for (size_t i = 0; i < equation->operands.size(); ++i) {
    work.read_bytes[i] = BytesOf(node.dtype(static_cast<int>(i)), Product(equation->operands[i]));
  }
}

}  // namespace

std::vector<OperatorRule> EinsumRules() {
  return {
      {.op = "Einsum",
       .versions = {12},
       .op_class = OperatorClass::kMatmul,
       .infer = InferEinsum,
       .work = WorkEinsum,
       .formula = "operands pairwise from left to right: MACs = product of the extents of all "
                  "labels of the two; a product that sums nothing counts as multiplications; "
                  "labels of one operand alone are summed first, one addition each",
       .source = "ONNX operator Einsum; order of contraction as in ONNX Runtime"},
  };
}

}  // namespace roofline
