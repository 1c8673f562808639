#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// Split-18 lets the last part be smaller; before that the extent must divide.
absl::StatusOr<std::vector<int64_t>> EqualParts(const NodeView& node, int64_t extent) {
  const int64_t parts = node.num_outputs();
  const int64_t named = node.attr_int("num_outputs", parts);
  if (named != parts || parts < 1) {
    return node.Conflict(fmt::format("num_outputs is {}, the node has {}", named, parts));
  }
  if (node.opset() < 18 && extent % parts != 0) {
    return node.Conflict(fmt::format("{} does not split into {} equal parts", extent, parts));
  }
  const int64_t size = extent / parts + (extent % parts != 0 ? 1 : 0);
  const int64_t last = extent - size * (parts - 1);
  if (last < 0) {
    return node.Conflict(fmt::format("{} is too small for {} parts of {}", extent, parts, size));
  }
  std::vector<int64_t> sizes(static_cast<size_t>(parts), size);
  sizes.back() = last;
  return sizes;
}

absl::StatusOr<std::vector<int64_t>> PartSizes(const NodeView& node, int64_t extent) {
  const IntList split = ReadIntList(node, "split", 1);
  if (!split.given || split.length == 0) return EqualParts(node, extent);
  if (!split.known) {
    if (node.num_outputs() == 1) return std::vector<int64_t>{extent};
    return node.NeedsValue(1, "the sizes of the parts");
  }
  Count total;
  for (const int64_t size : split.values) total += size;
  if (split.length != node.num_outputs() || total != Count(extent)) {
    return node.Conflict(fmt::format("split [{}] does not cut {} into {} parts",
                                     fmt::join(split.values, ", "), extent, node.num_outputs()));
  }
  return split.values;
}

absl::Status InferSplit(const NodeView& node, OutputFacts& out) {
  Shape part = node.shape(0);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(part)));
  ASSIGN_OR_RETURN(const std::vector<int64_t> sizes,
                   PartSizes(node, part[static_cast<size_t>(axis)]));
  for (int i = 0; i < node.num_outputs(); ++i) {
    part[static_cast<size_t>(axis)] = sizes[static_cast<size_t>(i)];
    out.Set(i, node.dtype(0), part);
  }
  return absl::OkStatus();
}

void ValueSplit(const NodeView& node, OutputFacts& out) {
  const auto axis = node.Axis(node.attr_int("axis", 0), Rank(node.shape(0)));
  if (!axis.ok()) return;
  const auto cut = static_cast<size_t>(*axis);
  const bool empty = node.elements(0) == Count(0);
  const Shape strides = RowMajorStrides(node.shape(0));
  int64_t base = 0;
  for (int i = 0; i < node.num_outputs(); ++i) {
    if (empty) {
      SetSameElements(node, 0, out, i);
      continue;
    }
    SetStrided(node, 0, out, i, base, strides);
    base += (*out.fact(i).shape)[cut] * strides[cut];
  }
}

}  // namespace

std::vector<OperatorRule> SplitRules() {
  return {
      {.op = "Split",
       .versions = {1, 2, 11, 13, 18},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferSplit,
       .value = ValueSplit,
       .formula = "no arithmetic; reads x, writes every part",
       .source = "ONNX operator Split"},
  };
}

}  // namespace roofline
