#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// Elements added (or, when negative, cut off) before and after each axis.
struct Padding {
  Shape begin;
  Shape end;
};

// Pad-1 calls its attribute paddings, Pad-2 pads; an input from version 11 on.
IntList PadOperand(const NodeView& node) {
  return ReadIntList(node, node.has_attr("paddings") ? "paddings" : "pads", 1);
}

absl::StatusOr<Padding> ReadPadding(const NodeView& node) {
  const int rank = Rank(node.shape(0));
  const IntList pads = PadOperand(node);
  if (!pads.given) return node.Conflict("expected pads");
  if (!pads.known) return node.NeedsValue(1, "the list of pads");
  std::vector<int> axes;
  const IntList listed = ReadIntList(node, "", 3);
  if (listed.given) {
    if (!listed.known) return node.NeedsValue(3, "the list of axes");
    ASSIGN_OR_RETURN(axes, UniqueAxes(node, listed.values, rank));
  } else {
    for (int d = 0; d < rank; ++d) axes.push_back(d);
  }
  if (pads.values.size() != 2 * axes.size()) {
    return node.Conflict(fmt::format("pads has {} entries for {} axes, expected 2 for each",
                                     pads.values.size(), axes.size()));
  }
  Padding padding = {Shape(static_cast<size_t>(rank), 0), Shape(static_cast<size_t>(rank), 0)};
  for (size_t k = 0; k < axes.size(); ++k) {
    padding.begin[static_cast<size_t>(axes[k])] = pads.values[k];
    padding.end[static_cast<size_t>(axes[k])] = pads.values[axes.size() + k];
  }
  return padding;
}

absl::Status InferPad(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Padding padding, ReadPadding(node));
  Shape y = node.shape(0);
  for (size_t d = 0; d < y.size(); ++d) {
    int64_t extent = y[d];
    const bool overflow = __builtin_add_overflow(extent, padding.begin[d], &extent) ||
                          __builtin_add_overflow(extent, padding.end[d], &extent);
    if (overflow || extent < 0) {
      return node.Conflict(fmt::format("pads {} and {} do not fit axis {} of extent {}",
                                       padding.begin[d], padding.end[d], d, y[d]));
    }
    y[d] = extent;
  }
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// Source index of a padded index along one axis; -1 for the constant.
int64_t PadSource(std::string_view mode, int64_t index, int64_t extent) {
  if (index >= 0 && index < extent) return index;
  if (mode == "edge") return index < 0 ? 0 : extent - 1;
  if (mode == "wrap") return ((index % extent) + extent) % extent;
  if (mode != "reflect") return -1;
  if (extent == 1) return 0;
  const int64_t period = 2 * (extent - 1);
  const int64_t phase = ((index % period) + period) % period;
  return phase < extent ? phase : period - phase;
}

// Source 0 is the data, source 1 the fill.
void SetPadded(const NodeView& node, OutputFacts& out, const Shape& begin, std::string_view mode,
               const Tensor& fill) {
  if (!HoldsContent(out, 0)) return;
  const Shape& x = node.shape(0);
  if (mode != "constant" && node.elements(0) == Count(0)) return;
  const Shape strides = RowMajorStrides(x);
  std::vector<Pick> picks;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    int64_t flat = 0;
    bool inside = true;
    for (size_t d = 0; d < x.size(); ++d) {
      const int64_t index = PadSource(mode, position[d] - begin[d], x[d]);
      inside = inside && index >= 0;
      flat += index * strides[d];
    }
    picks.push_back(inside ? Pick{0, flat} : Pick{1, 0});
  });
  const std::array<const Tensor*, 2> sources = {node.input(0).value.get(), &fill};
  SetPicked(out, 0, sources, picks);
}

// One element of the kind of content `like` has.
Tensor FillLike(const Tensor& like, double number) {
  Tensor fill = {.dtype = like.dtype, .shape = {}, .content = {}};
  if (like.ints() != nullptr) fill.content = std::vector<int64_t>{static_cast<int64_t>(number)};
  if (like.floats() != nullptr) fill.content = std::vector<double>{number};
  if (like.strings() != nullptr) fill.content = std::vector<std::string>{""};
  return fill;
}

void ValuePad(const NodeView& node, OutputFacts& out) {
  const auto padding = ReadPadding(node);
  if (!padding.ok()) return;
  const std::string_view mode = node.attr_string("mode", "constant");
  if (node.has_input(2) && node.elements(2) == Count(1)) {
    SetPadded(node, out, padding->begin, mode, *node.input(2).value);
    return;
  }
  const double number = node.attr_float("value", 0);
  if (!(number > -9e15 && number < 9e15)) return;
  SetPadded(node, out, padding->begin, mode, FillLike(*node.input(0).value, number));
}

void WorkPad(const NodeView& /*node*/, Work& work) {
  work.read_bytes[0] = Min(work.read_bytes[0], work.write_bytes[0]);
}

// New extents per axis of CenterCropPad.
absl::StatusOr<Shape> CenteredShape(const NodeView& node) {
  Shape y = node.shape(0);
  const IntList target = ReadIntList(node, "", 1);
  if (!target.known) return node.NeedsValue(1, "the target shape");
  std::vector<int> axes;
  if (const auto* listed = node.attr_ints("axes")) {
    ASSIGN_OR_RETURN(axes, UniqueAxes(node, *listed, Rank(y)));
  } else {
    for (int d = 0; d < Rank(y); ++d) axes.push_back(d);
  }
  if (axes.size() != target.values.size()) {
    return node.Conflict(
        fmt::format("{} target extents for {} axes", target.values.size(), axes.size()));
  }
  for (size_t k = 0; k < axes.size(); ++k) {
    if (target.values[k] < 0) return node.Conflict("a target extent is negative");
    y[static_cast<size_t>(axes[k])] = target.values[k];
  }
  return y;
}

absl::Status InferCenterCropPad(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, CenteredShape(node));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// An odd surplus leaves one element more at the end, cut or added: the division goes towards zero.
void ValueCenterCropPad(const NodeView& node, OutputFacts& out) {
  const Shape& y = *out.fact(0).shape;
  Shape begin;
  for (size_t d = 0; d < y.size(); ++d) begin.push_back((y[d] - node.shape(0)[d]) / 2);
  SetPadded(node, out, begin, "constant", FillLike(*node.input(0).value, 0));
}

}  // namespace

std::vector<OperatorRule> PadRules() {
  return {
      {.op = "CenterCropPad",
       .versions = {18},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferCenterCropPad,
       .value = ValueCenterCropPad,
       .work = WorkPad,
       .formula = "no arithmetic; reads min(x, y), writes y",
       .source = "ONNX operator CenterCropPad",
       .min_inputs = 2},
      {.op = "Pad",
       .versions = {1, 2, 11, 13, 18, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferPad,
       .value = ValuePad,
       .work = WorkPad,
       .formula = "no arithmetic; reads min(x, y), writes y",
       .source = "ONNX operator Pad",
       .buffer_inputs = 1U << 2},
  };
}

}  // namespace roofline
