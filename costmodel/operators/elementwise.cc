#include "costmodel/operators/elementwise.h"

#include <utility>

namespace roofline {

void AddElementWork(DType dtype, Count elements, const ElementCost& cost, Work& work) {
  if (!IsFloat(dtype)) {
    work.integer_ops +=
        elements * Count(2 * cost.fmas + cost.arithmetic + cost.comparisons + cost.transcendentals);
    return;
  }
  work.fmas += elements * Count(cost.fmas);
  work.arithmetic += elements * Count(cost.arithmetic);
  work.comparisons += elements * Count(cost.comparisons);
  work.transcendentals += elements * Count(cost.transcendentals);
}

absl::Status InferSameAsInput(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

absl::Status InferBroadcast(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape shape, BroadcastInputs(node));
  out.Set(0, node.dtype(0), std::move(shape));
  return absl::OkStatus();
}

absl::Status InferBroadcastBool(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape shape, BroadcastInputs(node));
  out.Set(0, DType::kBool, std::move(shape));
  return absl::OkStatus();
}

bool ContentFits(const OutputFacts& out) {
  if (!out.has(0) || !out.fact(0).shape) return false;
  const Count elements = Elements(*out.fact(0).shape);
  return elements.ok() && elements.value() <= out.max_value_elements();
}

std::optional<std::vector<int64_t>> AllDefined(
    const std::vector<std::optional<int64_t>>& elements) {
  std::vector<int64_t> result;
  result.reserve(elements.size());
  for (const std::optional<int64_t>& element : elements) {
    if (!element) return std::nullopt;
    result.push_back(*element);
  }
  return result;
}

void SetRounded(OutputFacts& out, std::vector<double> content) {
  const DType dtype = out.fact(0).dtype;
  for (double& x : content) x = RoundToType(dtype, x);
  out.SetFloats(0, std::move(content));
}

void SetWrapped(OutputFacts& out, std::vector<int64_t> content) {
  const DType dtype = out.fact(0).dtype;
  for (int64_t& x : content) x = WrapToType(dtype, x);
  out.SetInts(0, std::move(content));
}

}  // namespace roofline
