#include "costmodel/operators/ml_scores.h"

#include <fmt/format.h>

namespace roofline {

absl::StatusOr<Samples> ReadSamples(const NodeView& node) {
  const Shape& x = node.shape(0);
  if (Rank(x) == 1) return Samples{1, x[0]};
  if (Rank(x) == 2) return Samples{x[0], x[1]};
  return node.Conflict("expected X of [samples, features] or [features]");
}

ClassLabels ReadLabels(const NodeView& node, std::string_view ints, std::string_view strings) {
  const auto* names = node.attr_strings(strings);
  if (names != nullptr && !names->empty())
    return {static_cast<int64_t>(names->size()), DType::kString};
  return {IntCount(node, ints), DType::kInt64};
}

int64_t FloatCount(const NodeView& node, std::string_view name) {
  const auto* list = node.attr_floats(name);
  return list == nullptr ? 0 : static_cast<int64_t>(list->size());
}

int64_t IntCount(const NodeView& node, std::string_view name) {
  const auto* list = node.attr_ints(name);
  return list == nullptr ? 0 : static_cast<int64_t>(list->size());
}

Count WeightCount(const NodeView& node, std::string_view name) {
  const TensorPtr tensor = node.attr_tensor(fmt::format("{}_as_tensor", name));
  return tensor ? Elements(tensor->shape) : Count(FloatCount(node, name));
}

void AddPostTransform(std::string_view transform, Count rows, Count columns, Work& work) {
  const Count n = rows * columns;
  if (transform == "SOFTMAX" || transform == "SOFTMAX_ZERO") {
    const Count filled = Min(rows, n);
    work.comparisons += n - filled;
    work.arithmetic += n * 2 + (n - filled);
    work.transcendentals += n;
    if (transform == "SOFTMAX_ZERO") work.comparisons += n;  // zeros stay zero
  } else if (transform == "LOGISTIC") {
    work.arithmetic += n * 2;
    work.transcendentals += n;
  } else if (transform == "PROBIT") {  // sqrt(2) * erf_inv(2 p - 1), by one logarithm and roots
    work.arithmetic += n * 10;
    work.transcendentals += n;
  }
}

}  // namespace roofline
