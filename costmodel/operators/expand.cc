#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

absl::Status InferExpand(const NodeView& node, OutputFacts& out) {
  const IntList target = ReadIntList(node, "", 1);
  if (!target.given) return node.Conflict("expected a target shape");
  if (!target.known) return node.NeedsValue(1, "the target shape");
  const Shape shape(target.values.begin(), target.values.end());
  std::optional<Shape> y;
  if (shape.empty() || *std::min_element(shape.begin(), shape.end()) >= 0) {
    y = BroadcastShapes(node.shape(0), shape);
  }
  if (!y) {
    return node.Conflict(fmt::format("{} does not expand to [{}]", ShapeText(node.shape(0)),
                                     fmt::join(target.values, ", ")));
  }
  out.Set(0, node.dtype(0), *std::move(y));
  return absl::OkStatus();
}

void ValueExpand(const NodeView& node, OutputFacts& out) {
  SetStrided(node, 0, out, 0, 0, BroadcastStrides(node.shape(0), *out.fact(0).shape));
}

// Times each axis is repeated. Tile-1 names one axis, Tile-6 has a count for every axis.
absl::StatusOr<std::vector<int64_t>> Repeats(const NodeView& node) {
  const Shape& x = node.shape(0);
  const auto counts = node.numbers(1);
  if (!node.has_input(1)) return node.Conflict("expected repeats");
  if (!counts) return node.NeedsValue(1, "the number of repeats");
  std::vector<int64_t> repeats(x.size(), 1);
  constexpr double kLargest = 9e18;  // below 2^63
  for (const double count : *counts) {
    if (!(count >= 0 && count < kLargest)) return node.Conflict("repeats must be 0 or more");
  }
  if (node.opset() >= 6) {
    if (counts->size() != x.size()) {
      return node.Conflict(fmt::format("{} repeats for a rank {} tensor", counts->size(), Rank(x)));
    }
    const auto* exact = node.ints(1);
    for (size_t d = 0; d < x.size(); ++d) {
      repeats[d] = exact != nullptr ? (*exact)[d] : static_cast<int64_t>((*counts)[d]);
    }
    return repeats;
  }
  const auto axis_operand = node.numbers(2);
  if (!node.has_input(2)) return node.Conflict("expected an axis");
  if (!axis_operand) return node.NeedsValue(2, "the tiled axis");
  if (counts->size() != 1 || axis_operand->size() != 1 ||
      !(std::abs(axis_operand->front()) < 1e6)) {
    return node.Conflict("expected one number each for tiles and axis");
  }
  ASSIGN_OR_RETURN(const int axis, node.Axis(static_cast<int64_t>(axis_operand->front()), Rank(x)));
  repeats[static_cast<size_t>(axis)] = static_cast<int64_t>(counts->front());
  return repeats;
}

absl::Status InferTile(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const std::vector<int64_t> repeats, Repeats(node));
  Shape y = node.shape(0);
  for (size_t d = 0; d < y.size(); ++d) {
    const Count extent = Count(y[d]) * repeats[d];
    if (!extent.ok()) return node.Conflict("the tiled extent overflows int64");
    y[d] = extent.value();
  }
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void ValueTile(const NodeView& node, OutputFacts& out) {
  if (!HoldsContent(out, 0)) return;
  const Shape& x = node.shape(0);
  const Shape strides = RowMajorStrides(x);
  std::vector<int64_t> at;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    int64_t flat = 0;
    for (size_t d = 0; d < x.size(); ++d) flat += position[d] % x[d] * strides[d];
    at.push_back(flat);
  });
  SetPicked(node, 0, out, 0, at);
}

}  // namespace

std::vector<OperatorRule> ExpandRules() {
  return {
      {.op = "Expand",
       .versions = {8, 13},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferExpand,
       .value = ValueExpand,
       .formula = "no arithmetic; reads x once, writes y",
       .source = "ONNX operator Expand"},
      {.op = "Tile",
       .versions = {1, 6, 13},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferTile,
       .value = ValueTile,
       .formula = "no arithmetic; reads x once, writes y",
       .source = "ONNX operator Tile",
       .buffer_inputs = 0b110},
  };
}

}  // namespace roofline
