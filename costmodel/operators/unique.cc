#include <algorithm>
#include <cmath>
#include <map>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"
#include "costmodel/operators/sort_work.h"

namespace roofline {
namespace {

// Distinct elements of a flat list.
struct Distinct {
  std::vector<int64_t> first;    // where each is seen first
  std::vector<int64_t> inverse;  // of each element: which distinct one it is
  std::vector<int64_t> counts;
};

template <class T>
Distinct FindDistinct(const std::vector<T>& elements, bool sorted) {
  Distinct distinct;
  std::map<T, int64_t> rank;  // of each distinct element in order of appearance
  for (size_t k = 0; k < elements.size(); ++k) {
    const auto next = static_cast<int64_t>(distinct.first.size());
    const auto [entry, is_new] = rank.try_emplace(elements[k], next);
    if (is_new) {
      distinct.first.push_back(static_cast<int64_t>(k));
      distinct.counts.push_back(0);
    }
    ++distinct.counts[static_cast<size_t>(entry->second)];
    distinct.inverse.push_back(entry->second);
  }
  if (!sorted) return distinct;
  Distinct ordered;
  std::vector<int64_t> new_rank(distinct.first.size());
  for (const auto& [element, old_rank] : rank) {
    new_rank[static_cast<size_t>(old_rank)] = static_cast<int64_t>(ordered.first.size());
    ordered.first.push_back(distinct.first[static_cast<size_t>(old_rank)]);
    ordered.counts.push_back(distinct.counts[static_cast<size_t>(old_rank)]);
  }
  for (const int64_t old_rank : distinct.inverse) {
    ordered.inverse.push_back(new_rank[static_cast<size_t>(old_rank)]);
  }
  return ordered;
}

// Along an axis whole slices are compared; only the flat form is evaluated.
std::optional<Distinct> Evaluate(const NodeView& node) {
  const TensorPtr& content = node.input(0).value;
  if (content == nullptr || (node.has_attr("axis") && Rank(node.shape(0)) != 1))
    return std::nullopt;
  const bool sorted = node.attr_int("sorted", 1) != 0;
  if (const auto* ints = content->ints()) return FindDistinct(*ints, sorted);
  if (const auto* strings = content->strings()) return FindDistinct(*strings, sorted);
  const auto* floats = content->floats();
  const bool ordered = floats != nullptr && std::none_of(floats->begin(), floats->end(),
                                                         [](double x) { return std::isnan(x); });
  return ordered ? std::optional(FindDistinct(*floats, sorted)) : std::nullopt;
}

absl::Status InferUnique(const NodeView& node, OutputFacts& out) {
  Shape y = {node.elements(0).value()};
  size_t along = 0;
  if (!node.elements(0).ok()) return node.Conflict("the number of elements overflows int64");
  if (node.has_attr("axis")) {
    ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(node.shape(0))));
    along = static_cast<size_t>(axis);
    y = node.shape(0);
  }
  const int64_t all = y[along];
  const std::optional<Distinct> distinct = Evaluate(node);
  if (distinct) y[along] = static_cast<int64_t>(distinct->first.size());
  // Fewer than two have nothing to be equal to.
  const Mark mark = distinct || all <= 1 ? Mark::kExact : Mark::kBounded;
  out.Set(1, DType::kInt64, {y[along]}, mark);
  out.Set(2, DType::kInt64, {all});
  out.Set(3, DType::kInt64, {y[along]}, mark);
  out.Set(0, node.dtype(0), std::move(y), mark);
  return absl::OkStatus();
}

void ValueUnique(const NodeView& node, OutputFacts& out) {
  std::optional<Distinct> distinct = Evaluate(node);
  if (!distinct) return;
  SetPicked(node, 0, out, 0, distinct->first);
  out.SetInts(1, std::move(distinct->first));
  out.SetInts(2, std::move(distinct->inverse));
  out.SetInts(3, std::move(distinct->counts));
}

void WorkUnique(const NodeView& node, Work& work) {
  work.comparisons = SortComparisons(node.elements(0));
}

}  // namespace

std::vector<OperatorRule> UniqueRules() {
  return {
      {.op = "Unique",
       .versions = {11},
       .op_class = OperatorClass::kSelection,
       .infer = InferUnique,
       .value = ValueUnique,
       .work = WorkUnique,
       .formula = "comparisons = x * ceil(log2(x)), as a sort",
       .source = "ONNX operator Unique; model: the elements are sorted once",
       .precision = WorkPrecision::kModel},
  };
}

}  // namespace roofline
