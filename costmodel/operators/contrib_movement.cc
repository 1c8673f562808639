#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/layout.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferMoved(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

absl::Status InferContribTrilu(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) < 2) return node.Conflict("expected X of rank 2 or more");
  return InferMoved(node, out);
}

// X and an axis in [-r-1, r] where an extent of 1 goes in.
absl::Status InferExpandDims(const NodeView& node, OutputFacts& out) {
  const std::vector<int64_t>* axis = node.ints(1);
  if (axis == nullptr) return node.NeedsValue(1, "the axis");
  if (axis->size() != 1) return node.Conflict("expected one axis");
  Shape y = node.shape(0);
  ASSIGN_OR_RETURN(const int at, node.Axis(axis->front(), Rank(y) + 1));
  y.insert(y.begin() + at, 1);
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkView(const NodeView& /*node*/, Work& work) {
  for (Count& bytes : work.read_bytes) bytes = 0;
  for (Count& bytes : work.write_bytes) bytes = 0;
}

// Slices of `size` along `dim`, `step` apart: the extent becomes their number, `size` goes last.
absl::Status InferUnfold(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  ASSIGN_OR_RETURN(const int dim, node.Axis(node.attr_int("dim", -1), Rank(y)));
  const int64_t size = node.attr_int("size", 0);
  const int64_t step = node.attr_int("step", 1);
  int64_t& extent = y[static_cast<size_t>(dim)];
  if (size < 1 || step < 1 || size > extent) {
    return node.Conflict(
        fmt::format("slices of {}, {} apart, do not fit into {}", size, step, extent));
  }
  extent = (extent - size) / step + 1;
  y.push_back(size);
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// data, pads [begin of every axis, end of every axis], value.
absl::Status InferContribPad(const NodeView& node, OutputFacts& out) {
  const std::vector<int64_t>* pads = node.ints(1);
  if (pads == nullptr) return node.NeedsValue(1, "the padding");
  Shape y = node.shape(0);
  if (pads->size() != 2 * y.size()) {
    return node.Conflict(
        fmt::format("pads has {} entries, expected {}", pads->size(), 2 * y.size()));
  }
  for (size_t d = 0; d < y.size(); ++d) {
    int64_t extent = 0;
    if (__builtin_add_overflow((*pads)[d], (*pads)[d + y.size()], &extent) ||
        __builtin_add_overflow(extent, y[d], &extent) || extent < 0) {
      return node.Conflict(fmt::format("pads leave no valid extent for axis {}", d));
    }
    y[d] = extent;
  }
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// The experimental ai.onnx operator: border [left, top, right, bottom] and optionally the size
// [height, width] to keep.
absl::Status InferCrop(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  const std::vector<int64_t>* border = node.attr_ints("border");
  if (Rank(y) != 4 || border == nullptr || border->size() != 4) {
    return node.Conflict("expected X of rank 4 and a border of 4 numbers");
  }
  const std::vector<int64_t>* size = node.attr_ints("scale");
  for (const size_t d : {size_t{0}, size_t{1}}) {  // height, width
    const int64_t before = (*border)[1 - d];
    const int64_t after = (*border)[3 - d];
    int64_t& extent = y[2 + d];
    if (before < 0 || after < 0 || before > extent || after > extent - before) {
      return node.Conflict("the border is wider than the image");
    }
    const bool sized = size != nullptr && size->size() == 2;
    const int64_t kept = sized ? (*size)[d] : extent - before - after;
    if (kept < 0 || kept > extent - before) return node.Conflict("the crop leaves the image");
    extent = kept;
  }
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// input [B, S, H], tokens per sequence [B] -> [tokens, H], offsets [B, S], cumulated [B + 1],
// longest [1].
absl::Status InferRemovePadding(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) != 3) return node.Conflict("expected an input of [batch, sequence, hidden]");
  Count tokens = Count(x[0]) * x[1];
  Mark mark = Mark::kBounded;
  if (const std::vector<int64_t>* counts = node.ints(1)) {
    tokens = 0;
    for (const int64_t count : *counts) tokens += count;
    mark = Mark::kExact;
  }
  if (!tokens.ok() || x[0] == INT64_MAX) return node.Conflict("the number of tokens is invalid");
  out.Set(0, node.dtype(0), {tokens.value(), x[2]}, mark);
  out.Set(1, DType::kInt32, {x[0], x[1]});
  out.Set(2, DType::kInt32, {x[0] + 1});
  out.Set(3, DType::kInt32, {1});
  return absl::OkStatus();
}

absl::Status InferRestorePadding(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& offsets = node.shape(1);
  if (Rank(x) != 2 || Rank(offsets) != 2) {
    return node.Conflict("expected tokens [tokens, hidden] and offsets [batch, sequence]");
  }
  out.Set(0, node.dtype(0), {offsets[0], offsets[1], x[1]});
  return absl::OkStatus();
}

// start, limit, delta.
absl::Status InferContribRange(const NodeView& node, OutputFacts& out) {
  double bounds[3] = {0, 0, 1};
  for (int i = 0; i < 3; ++i) {
    if (!node.has_input(i)) continue;
    const auto content = node.numbers(i);
    if (!content) return node.NeedsValue(i, "the length of the range");
    if (content->size() != 1) return node.Conflict("expected scalars");
    bounds[i] = content->front();
  }
  const double steps = std::ceil((bounds[1] - bounds[0]) / bounds[2]);
  if (!std::isfinite(steps) || steps > 9e15) return node.Conflict("the range has no finite length");
  out.Set(0, node.dtype(0), {steps > 0 ? static_cast<int64_t>(steps) : 0});
  return absl::OkStatus();
}

// Values in order of appearance, their position for every element, and their counts.
absl::Status InferContribUnique(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 1) return node.Conflict("expected a list");
  const Mark mark = node.shape(0)[0] > 1 ? Mark::kBounded : Mark::kExact;
  out.Set(0, node.dtype(0), node.shape(0), mark);
  out.Set(1, DType::kInt64, node.shape(0));
  out.Set(2, DType::kInt64, node.shape(0), mark);
  return absl::OkStatus();
}

void WorkContribUnique(const NodeView& node, Work& work) { work.integer_ops = node.elements(0); }

OperatorRule Movement(std::string_view op, InferRule infer, int min_inputs = 1,
                      std::string_view domain = kMicrosoft) {
  return {.op = op,
          .domain = domain,
          .versions = {1},
          .op_class = OperatorClass::kDataMovement,
          .infer = infer,
          .formula = "no arithmetic",
          .source = "ONNX Runtime contrib operators (docs/ContribOperators.md)",
          .min_inputs = min_inputs};
}

// What a session that runs a part of a model on the CPU puts into it where it saves it.
OperatorRule DeviceCopy(std::string_view op) {
  OperatorRule rule = Movement(op, InferMoved, 1, "");
  rule.source = "ONNX Runtime, MemcpyTransformer: copies between host and device";
  return rule;
}

}  // namespace

std::vector<OperatorRule> ContribMovementRules() {
  OperatorRule expand_dims = Movement("ExpandDims", InferExpandDims, 2);
  expand_dims.op_class = OperatorClass::kView;
  expand_dims.work = WorkView;
  OperatorRule unique = Movement("Unique", InferContribUnique);
  unique.op_class = OperatorClass::kSelection;
  unique.work = WorkContribUnique;
  unique.formula = "n hash look-ups";
  unique.precision = WorkPrecision::kModel;
  return {
      expand_dims,
      unique,
      Movement("Crop", InferCrop, 1, ""),
      DeviceCopy("MemcpyFromHost"),
      DeviceCopy("MemcpyToHost"),
      Movement("Pad", InferContribPad, 2),
      Movement("Range", InferContribRange, 2),
      Movement("RemovePadding", InferRemovePadding, 2),
      Movement("RestorePadding", InferRestorePadding, 2),
      Movement("SampleOp", InferMoved),
      Movement("Trilu", InferContribTrilu),
      Movement("UnfoldTensor", InferUnfold),
  };
}

}  // namespace roofline
