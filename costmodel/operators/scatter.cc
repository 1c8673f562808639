#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

absl::Status InferScatterElements(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& indices = node.shape(1);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(x)));
  if (Rank(indices) != Rank(x)) return node.Conflict("expected indices of the rank of data");
  if (node.shape(2) != indices) return node.Conflict("expected updates of the shape of indices");
  for (int d = 0; d < Rank(x); ++d) {
    const auto dim = static_cast<size_t>(d);
    if (d != axis && indices[dim] > x[dim]) {
      return node.Conflict(fmt::format("indices reach beyond data along axis {}", d));
    }
  }
  out.Set(0, node.dtype(0), x);
  return absl::OkStatus();
}

absl::Status InferScatterNd(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& indices = node.shape(1);
  if (indices.empty() || indices.back() < 1 || indices.back() > Rank(x)) {
    return node.Conflict("expected index tuples of 1 to rank of data entries");
  }
  Shape updates(indices.begin(), indices.end() - 1);
  updates.insert(updates.end(), x.begin() + indices.back(), x.end());
  if (node.shape(2) != updates) {
    return node.Conflict(fmt::format("expected updates of shape {}", ShapeText(updates)));
  }
  out.Set(0, node.dtype(0), x);
  return absl::OkStatus();
}

std::string_view Reduction(const NodeView& node) { return node.attr_string("reduction", "none"); }

// Flat index into data of every update in order; nullopt when one is outside.
using Targets = std::optional<std::vector<int64_t>>;

Targets ElementTargets(const NodeView& node, const std::vector<int64_t>& indices) {
  const Shape& x = node.shape(0);
  const auto axis = node.Axis(node.attr_int("axis", 0), Rank(x));
  if (!axis.ok()) return std::nullopt;
  const auto along = static_cast<size_t>(*axis);
  const Shape strides = RowMajorStrides(x);
  std::vector<int64_t> targets;
  bool inside = true;
  ForEachPosition(node.shape(1), [&](const Shape& position) {
    Shape target = position;
    target[along] = WrapIndex(indices[targets.size()], x[along]);
    inside = inside && target[along] >= 0;
    targets.push_back(FlatIndex(target, strides));
  });
  return inside ? Targets(std::move(targets)) : std::nullopt;
}

Targets TupleTargets(const NodeView& node, const std::vector<int64_t>& indices) {
  const Shape& x = node.shape(0);
  const auto depth = static_cast<size_t>(node.shape(1).back());
  const Shape strides = RowMajorStrides(x);
  const int64_t block = Elements(Shape(x.begin() + node.shape(1).back(), x.end())).value();
  std::vector<int64_t> targets;
  for (size_t tuple = 0; tuple + depth <= indices.size(); tuple += depth) {
    int64_t start = 0;
    for (size_t k = 0; k < depth; ++k) {
      const int64_t index = WrapIndex(indices[tuple + k], x[k]);
      if (index < 0) return std::nullopt;
      start += index * strides[k];
    }
    for (int64_t k = 0; k < block; ++k) targets.push_back(start + k);
  }
  return targets;
}

// Without a reduction the last update of an element wins.
template <class FindTargets>
void ValueScatter(const NodeView& node, OutputFacts& out, FindTargets find_targets) {
  const auto* indices = node.ints(1);
  if (Reduction(node) != "none" || indices == nullptr || !HoldsContent(out, 0)) return;
  std::vector<Pick> picks;
  for (int64_t k = 0; k < node.elements(0).value(); ++k) picks.push_back({0, k});
  if (!picks.empty()) {
    const Targets targets = find_targets(node, *indices);
    if (!targets) return;
    for (size_t k = 0; k < targets->size(); ++k) {
      picks[static_cast<size_t>((*targets)[k])] = {1, static_cast<int64_t>(k)};
    }
  }
  const std::array<const Tensor*, 2> sources = {node.input(0).value.get(),
                                                node.input(2).value.get()};
  SetPicked(out, 0, sources, picks);
}

void ValueScatterElements(const NodeView& node, OutputFacts& out) {
  ValueScatter(node, out, ElementTargets);
}

void ValueScatterNd(const NodeView& node, OutputFacts& out) {
  ValueScatter(node, out, TupleTargets);
}

void WorkScatter(const NodeView& node, Work& work) {
  if (Reduction(node) == "none") return;
  const bool compares = Reduction(node) == "min" || Reduction(node) == "max";
  Count& operations = !IsFloat(node.dtype(0)) ? work.integer_ops
                      : compares              ? work.comparisons
                                              : work.arithmetic;
  operations = node.elements(2);
}

OperatorRule ScatterRule(std::string_view op, std::vector<int> versions, InferRule infer,
                         ValueRule value) {
  return {
      .op = op,
      .versions = std::move(versions),
      .op_class = OperatorClass::kDataMovement,
      .infer = infer,
      .value = value,
      .work = WorkScatter,
      .formula = "reads data, indices and updates, writes y; a reduction: 1 operation per update",
      .source = "ONNX operators Scatter, ScatterElements, ScatterND",
      .min_inputs = 3};
}

// The cache keeps its shape; the update is as long or shorter along the axis.
absl::Status InferTensorScatter(const NodeView& node, OutputFacts& out) {
  const Shape& cache = node.shape(0);
  const Shape& update = node.shape(1);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", -2), Rank(cache)));
  if (axis == 0) return node.Conflict("axis 0 is the batch, expected a later one");
  bool fits = update.size() == cache.size();
  for (int d = 0; fits && d < Rank(cache); ++d) {
    const auto dim = static_cast<size_t>(d);
    fits = d == axis ? update[dim] <= cache[dim] : update[dim] == cache[dim];
  }
  if (!fits) return node.Conflict(fmt::format("the update does not fit along axis {}", axis));
  if (node.has_input(2) && (!node.has_shape(2) || node.shape(2) != Shape{cache[0]})) {
    return node.Conflict("expected one write index per batch entry");
  }
  out.Set(0, node.dtype(0), cache);
  return absl::OkStatus();
}

// The cache is updated in place, as its definition intends: only the new part moves.
void WorkTensorScatter(const NodeView& /*node*/, Work& work) {
  work.read_bytes[0] = 0;
  work.write_bytes[0] = work.read_bytes[1];
}

}  // namespace

std::vector<OperatorRule> ScatterRules() {
  return {
      ScatterRule("Scatter", {9, 11}, InferScatterElements, ValueScatterElements),
      ScatterRule("ScatterElements", {11, 13, 16, 18}, InferScatterElements, ValueScatterElements),
      ScatterRule("ScatterND", {11, 13, 16, 18}, InferScatterNd, ValueScatterNd),
      {.op = "TensorScatter",
       .versions = {24},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferTensorScatter,
       .work = WorkTensorScatter,
       .formula = "no arithmetic; in place: reads the update and writes as much",
       .source = "ONNX operator TensorScatter: models an update of a cache in place",
       .min_inputs = 2},
  };
}

}  // namespace roofline
