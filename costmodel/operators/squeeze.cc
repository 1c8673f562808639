#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/view.h"

namespace roofline {
namespace {

Shape WithoutAxes(const Shape& x, const std::vector<bool>& dropped) {
  Shape y;
  for (size_t d = 0; d < x.size(); ++d) {
    if (!dropped[d]) y.push_back(x[d]);
  }
  return y;
}

// Without axes, and with an empty list of them, every extent of 1 goes.
absl::StatusOr<Shape> Squeezed(const NodeView& node, const IntList& axes) {
  const Shape& x = node.shape(0);
  std::vector<bool> dropped(x.size(), false);
  for (size_t d = 0; d < x.size(); ++d) dropped[d] = x[d] == 1;
  if (axes.length <= 0) return WithoutAxes(x, dropped);
  if (!axes.known) {
    // As many axes as there are extents of 1: they are the ones.
    if (axes.length == std::count(x.begin(), x.end(), 1)) return WithoutAxes(x, dropped);
    return node.NeedsValue(1, "the list of axes");
  }
  dropped.assign(x.size(), false);
  for (const int64_t entry : axes.values) {
    ASSIGN_OR_RETURN(const int axis, node.Axis(entry, Rank(x)));
    const auto d = static_cast<size_t>(axis);
    if (x[d] != 1) {
      return node.Conflict(fmt::format("axis {} has extent {}, only 1 can go", axis, x[d]));
    }
    dropped[d] = true;
  }
  return WithoutAxes(x, dropped);
}

absl::Status InferSqueeze(const NodeView& node, OutputFacts& out) {
  const IntList axes = ReadIntList(node, "axes", 1);
  if (axes.given && axes.length < 0) return node.NeedsValue(1, "the list of axes");
  ASSIGN_OR_RETURN(Shape y, Squeezed(node, axes));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

absl::Status InferUnsqueeze(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const IntList axes = ReadIntList(node, "axes", 1);
  if (!axes.given) return node.Conflict("expected axes");
  if (axes.length < 0) return node.NeedsValue(1, "the list of axes");
  const int64_t rank = Rank(x) + axes.length;
  constexpr int64_t kMaxRank = 1024;  // far above any real tensor; keeps a hostile list cheap
  if (rank > kMaxRank) return node.Conflict(fmt::format("{} axes are too many", axes.length));
  std::vector<bool> is_new(static_cast<size_t>(rank), false);
  if (axes.known) {
    ASSIGN_OR_RETURN(const std::vector<int> added,
                     UniqueAxes(node, axes.values, static_cast<int>(rank)));
    for (const int axis : added) is_new[static_cast<size_t>(axis)] = true;
  } else if (Elements(x) == Count(1)) {  // ones among ones: where they go makes no difference
    std::fill_n(is_new.begin(), axes.length, true);
  } else {
    return node.NeedsValue(1, "the list of axes");
  }
  Shape y;
  size_t next = 0;
  for (const bool added : is_new) y.push_back(added ? 1 : x[next++]);
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> SqueezeRules() {
  return {
      {.op = "Squeeze",
       .versions = {1, 11, 13, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferSqueeze,
       .value = ValueOfView,
       .work = WorkOfView,
       .formula = "a view: no arithmetic, no traffic",
       .source = "ONNX operator Squeeze: drops extents of 1"},
      {.op = "Unsqueeze",
       .versions = {1, 11, 13, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferUnsqueeze,
       .value = ValueOfView,
       .work = WorkOfView,
       .formula = "a view: no arithmetic, no traffic",
       .source = "ONNX operator Unsqueeze: adds extents of 1"},
  };
}

}  // namespace roofline
