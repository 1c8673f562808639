#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"
#include "costmodel/operators/sort_work.h"

namespace roofline {
namespace {

absl::Status InferTopK(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", -1), Rank(y)));
  int64_t& extent = y[static_cast<size_t>(axis)];
  Mark mark = Mark::kExact;
  if (node.has_input(1) && node.ints(1) == nullptr) {
    mark = Mark::kBounded;  // k is not known: at most the whole axis
  } else {
    if (!node.has_input(1) && !node.has_attr("k")) return node.Conflict("expected k");
    const auto* content = node.has_input(1) ? node.ints(1) : nullptr;
    if (content != nullptr && content->size() != 1)
      return node.Conflict("expected one number as k");
    const int64_t k = content != nullptr ? content->front() : node.attr_int("k", 0);
    if (k < 0 || k > extent) {
      return node.Conflict(fmt::format("k is {} for an axis of {}", k, extent));
    }
    extent = k;
  }
  out.Set(0, node.dtype(0), y, mark);
  out.Set(1, DType::kInt64, std::move(y), mark);
  return absl::OkStatus();
}

// The first k positions along the axis in order of their elements; the lower index wins a tie.
template <class T>
void PickLargest(const std::vector<T>& x, int64_t base, int64_t stride, int64_t extent, int64_t k,
                 bool largest, std::vector<int64_t>& order) {
  order.resize(static_cast<size_t>(extent));
  std::iota(order.begin(), order.end(), int64_t{0});
  const auto element = [&](int64_t index) { return x[static_cast<size_t>(base + index * stride)]; };
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return largest ? element(a) > element(b) : element(a) < element(b);
  });
  order.resize(static_cast<size_t>(k));
}

template <class T>
void ValueTopKOf(const std::vector<T>& x, const NodeView& node, size_t along, OutputFacts& out) {
  const Shape strides = RowMajorStrides(node.shape(0));
  const Shape& y = *out.fact(0).shape;
  const Shape y_strides = RowMajorStrides(y);
  const auto total = static_cast<size_t>(Elements(y).value());
  std::vector<int64_t> at(total);
  std::vector<int64_t> indices(total);
  std::vector<int64_t> order;
  ForEachPosition(y, [&](const Shape& position) {
    if (position[along] != 0) return;  // once per row
    const int64_t base = FlatIndex(position, strides);
    PickLargest(x, base, strides[along], node.shape(0)[along], y[along],
                node.attr_int("largest", 1) != 0, order);
    int64_t target = FlatIndex(position, y_strides);
    for (const int64_t index : order) {
      at[static_cast<size_t>(target)] = base + index * strides[along];
      indices[static_cast<size_t>(target)] = index;
      target += y_strides[along];
    }
  });
  SetPicked(node, 0, out, 0, at);
  out.SetInts(1, std::move(indices));
}

void ValueTopK(const NodeView& node, OutputFacts& out) {
  const auto axis = node.Axis(node.attr_int("axis", -1), Rank(node.shape(0)));
  if (!axis.ok() || !HoldsContent(out, 0)) return;
  const auto along = static_cast<size_t>(*axis);
  if (const auto* ints = node.ints(0)) ValueTopKOf(*ints, node, along, out);
  const auto* floats = node.floats(0);
  // An order needs comparable elements.
  if (floats != nullptr &&
      std::all_of(floats->begin(), floats->end(), [](double x) { return x == x; })) {
    ValueTopKOf(*floats, node, along, out);
  }
}

void WorkTopK(const NodeView& node, Work& work) {
  const auto axis = node.Axis(node.attr_int("axis", -1), Rank(node.shape(0)));
  if (!axis.ok()) return;
  const int64_t k = node.out_shape(0)[static_cast<size_t>(*axis)];
  work.comparisons = node.elements(0) * (CeilLog2(k) + 1);
}

}  // namespace

std::vector<OperatorRule> TopKRules() {
  return {
      {.op = "TopK",
       .versions = {1, 10, 11, 24},
       .op_class = OperatorClass::kSelection,
       .infer = InferTopK,
       .value = ValueTopK,
       .work = WorkTopK,
       .formula = "comparisons = x * (ceil(log2(k)) + 1): every element meets a heap of k",
       .source = "ONNX operator TopK; model: partial heap selection",
       .precision = WorkPrecision::kModel},
  };
}

}  // namespace roofline
