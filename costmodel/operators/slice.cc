#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// What is cut from one axis: indices start, start + step, ... `count` of them.
struct Cut {
  int64_t start = 0;
  int64_t step = 1;
  int64_t count = 0;
};

Cut CutAxis(int64_t extent, int64_t start, int64_t end, int64_t step) {
  const int64_t low = step > 0 ? 0 : -1;
  const int64_t high = step > 0 ? extent : extent - 1;
  if (start < 0) start += extent;
  if (end < 0) end += extent;
  start = std::clamp(start, std::min<int64_t>(0, high), high);
  end = std::clamp(end, low, high);
  const int64_t span = step > 0 ? end - start : start - end;
  // Negating the smallest int64 would overflow; one step beyond every extent is the same.
  const int64_t stride = step > 0 ? step : -std::max(step, -std::numeric_limits<int64_t>::max());
  return {.start = start, .step = step, .count = span > 0 ? 1 + (span - 1) / stride : 0};
}

// The operands of Slice, as inputs from version 10 on and as attributes before.
struct SliceOperands {
  IntList starts;
  IntList ends;
  IntList axes;
  IntList steps;

  bool known() const {
    return starts.known && ends.known && (axes.known || !axes.given) &&
           (steps.known || !steps.given);
  }
};

SliceOperands ReadSliceOperands(const NodeView& node) {
  SliceOperands operands = {.starts = ReadIntList(node, "starts", 1),
                            .ends = ReadIntList(node, "ends", 2),
                            .axes = ReadIntList(node, "axes", 3),
                            .steps = ReadIntList(node, "steps", 4)};
  // An empty list of axes or steps is how some exporters leave them out.
  for (IntList* list : {&operands.axes, &operands.steps}) {
    if (list->length == 0) *list = IntList();
  }
  return operands;
}

absl::StatusOr<std::vector<int>> SlicedAxes(const NodeView& node, const SliceOperands& operands) {
  if (operands.axes.given) return UniqueAxes(node, operands.axes.values, Rank(node.shape(0)));
  std::vector<int> axes;
  if (operands.starts.length > Rank(node.shape(0))) {
    return node.Conflict(
        fmt::format("{} starts for a rank {} tensor", operands.starts.length, Rank(node.shape(0))));
  }
  for (int64_t d = 0; d < operands.starts.length; ++d) axes.push_back(static_cast<int>(d));
  return axes;
}

absl::StatusOr<std::vector<Cut>> Cuts(const NodeView& node, const SliceOperands& operands) {
  const Shape& x = node.shape(0);
  ASSIGN_OR_RETURN(const std::vector<int> axes, SlicedAxes(node, operands));
  const auto count = static_cast<int64_t>(axes.size());
  if (operands.starts.length != count || operands.ends.length != count ||
      (operands.steps.given && operands.steps.length != count)) {
    return node.Conflict("starts, ends, axes and steps differ in length");
  }
  std::vector<Cut> cuts;
  for (const int64_t extent : x) cuts.push_back({.start = 0, .step = 1, .count = extent});
  for (size_t k = 0; k < axes.size(); ++k) {
    const int64_t step = operands.steps.given ? operands.steps.values[k] : 1;
    if (step == 0) return node.Conflict("a step is 0");
    const auto d = static_cast<size_t>(axes[k]);
    cuts[d] = CutAxis(x[d], operands.starts.values[k], operands.ends.values[k], step);
  }
  return cuts;
}

absl::Status InferSlice(const NodeView& node, OutputFacts& out) {
  const SliceOperands operands = ReadSliceOperands(node);
  if (!operands.starts.given || !operands.ends.given) {
    return node.Conflict("expected starts and ends");
  }
  if (!operands.known()) {  // at most the whole tensor
    out.Set(0, node.dtype(0), node.shape(0), Mark::kBounded);
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const std::vector<Cut> cuts, Cuts(node, operands));
  Shape y;
  for (const Cut& cut : cuts) y.push_back(cut.count);
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void ValueSlice(const NodeView& node, OutputFacts& out) {
  const SliceOperands operands = ReadSliceOperands(node);
  if (!operands.known()) return;  // content of a type that is no list of integers
  const auto cuts = Cuts(node, operands);
  if (!cuts.ok() || !HoldsContent(out, 0)) return;
  if (node.elements(0) == Count(0)) return SetSameElements(node, 0, out, 0);
  Shape strides = RowMajorStrides(node.shape(0));
  int64_t base = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    const Cut& cut = (*cuts)[d];
    base += cut.start * strides[d];
    // A single element is never stepped over, and its step may be huge.
    strides[d] = cut.count > 1 ? strides[d] * cut.step : 0;
  }
  SetStrided(node, 0, out, 0, base, strides);
}

void WorkSlice(const NodeView& /*node*/, Work& work) { work.read_bytes[0] = work.write_bytes[0]; }

}  // namespace

std::vector<OperatorRule> SliceRules() {
  return {
      {.op = "Slice",
       .versions = {1, 10, 11, 13},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferSlice,
       .value = ValueSlice,
       .work = WorkSlice,
       .formula = "no arithmetic; reads the y elements it keeps, writes y",
       .source = "ONNX operator Slice"},
  };
}

}  // namespace roofline
