#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// Source axis of each output axis; without `perm` the order is reversed.
absl::StatusOr<std::vector<size_t>> Permutation(const NodeView& node) {
  const size_t rank = node.shape(0).size();
  std::vector<size_t> result;
  const auto* perm = node.attr_ints("perm");
  if (perm == nullptr || (perm->empty() && rank > 0)) {
    for (size_t d = rank; d-- > 0;) result.push_back(d);
    return result;
  }
  std::vector<bool> seen(rank, false);
  for (const int64_t entry : *perm) {
    const bool valid =
        entry >= 0 && std::cmp_less(entry, rank) && !seen[static_cast<size_t>(entry)];
    if (!valid || perm->size() != rank) {
      return node.Conflict(
          fmt::format("perm [{}] is no permutation of {} axes", fmt::join(*perm, ", "), rank));
    }
    seen[static_cast<size_t>(entry)] = true;
    result.push_back(static_cast<size_t>(entry));
  }
  return result;
}

Shape Permuted(const Shape& list, const std::vector<size_t>& perm) {
  Shape result;
  for (const size_t axis : perm) result.push_back(list[axis]);
  return result;
}

absl::Status InferTranspose(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const std::vector<size_t> perm, Permutation(node));
  out.Set(0, node.dtype(0), Permuted(node.shape(0), perm));
  return absl::OkStatus();
}

void ValueTranspose(const NodeView& node, OutputFacts& out) {
  const auto perm = Permutation(node);
  if (!perm.ok()) return;
  SetStrided(node, 0, out, 0, 0, Permuted(RowMajorStrides(node.shape(0)), *perm));
}

}  // namespace

std::vector<OperatorRule> TransposeRules() {
  return {
      {.op = "Transpose",
       .versions = {1, 13, 21, 23, 24, 25},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferTranspose,
       .value = ValueTranspose,
       .formula = "no arithmetic; reads x, writes y",
       .source = "ONNX operator Transpose"},
  };
}

}  // namespace roofline
