#include <algorithm>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// The axis that Compress works along; without one the input is taken as a flat list.
absl::StatusOr<std::optional<size_t>> CompressedAxis(const NodeView& node) {
  if (!node.has_attr("axis")) return std::optional<size_t>();
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(node.shape(0))));
  return std::optional<size_t>(static_cast<size_t>(axis));
}

// Indices that the condition keeps of `extent` many. A longer condition is a contradiction only
// when it keeps something out there, so the surplus is ignored here.
std::vector<int64_t> KeptIndices(const std::vector<int64_t>& condition, int64_t extent) {
  std::vector<int64_t> kept;
  for (size_t k = 0; k < condition.size() && std::cmp_less(k, extent); ++k) {
    if (condition[k] != 0) kept.push_back(static_cast<int64_t>(k));
  }
  return kept;
}

absl::Status InferCompress(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(1)) != 1) return node.Conflict("expected a condition of rank 1");
  ASSIGN_OR_RETURN(const std::optional<size_t> axis, CompressedAxis(node));
  const Count extent = axis ? Count(node.shape(0)[*axis]) : node.elements(0);
  if (!extent.ok()) return node.Conflict("the number of elements overflows int64");
  int64_t kept = std::min(extent.value(), node.shape(1)[0]);
  Mark mark = Mark::kBounded;
  if (const auto* condition = node.ints(1)) {
    kept = static_cast<int64_t>(KeptIndices(*condition, extent.value()).size());
    mark = Mark::kExact;
  }
  Shape y = {kept};
  if (axis) {
    y = node.shape(0);
    y[*axis] = kept;
  }
  out.Set(0, node.dtype(0), std::move(y), mark);
  return absl::OkStatus();
}

void ValueCompress(const NodeView& node, OutputFacts& out) {
  const auto axis = CompressedAxis(node);
  const auto* condition = node.ints(1);
  if (!axis.ok() || condition == nullptr || !HoldsContent(out, 0)) return;
  if (!*axis) {
    SetPicked(node, 0, out, 0, KeptIndices(*condition, node.elements(0).value()));
    return;
  }
  const std::vector<int64_t> kept = KeptIndices(*condition, node.shape(0)[**axis]);
  const Shape strides = RowMajorStrides(node.shape(0));
  std::vector<int64_t> at;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    Shape source = position;
    source[**axis] = kept[static_cast<size_t>(position[**axis])];
    at.push_back(FlatIndex(source, strides));
  });
  SetPicked(node, 0, out, 0, at);
}

// What is kept is read, what is left out is skipped.
void WorkCompress(const NodeView& node, Work& work) {
  work.read_bytes[0] = Min(work.read_bytes[0], work.write_bytes[0]);
  work.comparisons = node.elements(1);
}

// A scalar has no index: NonZero-13 says (0, N), version 9 follows numpy with (1, N).
int64_t IndexLength(const NodeView& node) {
  return node.shape(0).empty() && node.opset() < 13 ? 1 : Rank(node.shape(0));
}

absl::Status InferNonZero(const NodeView& node, OutputFacts& out) {
  if (const auto content = node.numbers(0)) {
    const auto zeros = std::count(content->begin(), content->end(), 0.0);
    const auto found = static_cast<int64_t>(content->size()) - zeros;
    out.Set(0, DType::kInt64, {IndexLength(node), found});
    return absl::OkStatus();
  }
  if (!node.elements(0).ok()) return node.Conflict("the number of elements overflows int64");
  out.Set(0, DType::kInt64, {IndexLength(node), node.elements(0).value()}, Mark::kBounded);
  return absl::OkStatus();
}

void ValueNonZero(const NodeView& node, OutputFacts& out) {
  const auto content = node.numbers(0);
  if (!content) return;
  std::vector<Shape> found;
  size_t flat = 0;
  ForEachPosition(node.shape(0), [&](const Shape& position) {
    if ((*content)[flat++] != 0.0) found.push_back(position);
  });
  std::vector<int64_t> indices;
  for (size_t d = 0; d < static_cast<size_t>(IndexLength(node)); ++d) {
    for (const Shape& position : found) indices.push_back(position.empty() ? 0 : position[d]);
  }
  out.SetInts(0, std::move(indices));
}

void WorkNonZero(const NodeView& node, Work& work) { work.comparisons = node.elements(0); }

}  // namespace

std::vector<OperatorRule> CompressRules() {
  return {
      {.op = "Compress",
       .versions = {9, 11},
       .op_class = OperatorClass::kSelection,
       .infer = InferCompress,
       .value = ValueCompress,
       .work = WorkCompress,
       .formula = "comparisons = condition; reads what it keeps, writes y",
       .source = "ONNX operator Compress",
       .min_inputs = 2},
      {.op = "NonZero",
       .versions = {9, 13},
       .op_class = OperatorClass::kSelection,
       .infer = InferNonZero,
       .value = ValueNonZero,
       .work = WorkNonZero,
       .formula = "comparisons = x; reads x, writes rank * (elements that are not 0) indices",
       .source = "ONNX operator NonZero"},
  };
}

}  // namespace roofline
