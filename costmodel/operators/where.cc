#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferWhere(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape shape, BroadcastInputs(node));
  out.Set(0, node.dtype(1), std::move(shape));
  return absl::OkStatus();
}

template <class T>
const std::vector<T>* ContentOf(const NodeView& node, int i) {
  const TensorPtr& value = node.input(i).value;
  return value ? std::get_if<std::vector<T>>(&value->content) : nullptr;
}

// The selected elements; nullopt when one of them is taken from a branch of unknown content.
template <class T>
std::optional<std::vector<T>> Select(const NodeView& node, const Shape& shape) {
  const std::vector<int64_t>& condition = *node.ints(0);
  const std::vector<T>* x = ContentOf<T>(node, 1);
  const std::vector<T>* y = ContentOf<T>(node, 2);
  if (x == nullptr && y == nullptr) return std::nullopt;
  const std::array strides = {BroadcastStrides(node.shape(0), shape),
                              BroadcastStrides(node.shape(1), shape),
                              BroadcastStrides(node.shape(2), shape)};
  std::vector<T> result;
  bool known = true;
  ForEachBroadcast(shape, strides, [&](std::span<const int64_t> at) {
    const bool first = condition[static_cast<size_t>(at[0])] != 0;
    const std::vector<T>* branch = first ? x : y;
    known = known && branch != nullptr;
    if (known) result.push_back((*branch)[static_cast<size_t>(at[first ? 1 : 2])]);
  });
  return known ? std::optional(std::move(result)) : std::nullopt;
}

void ValueWhere(const NodeView& node, OutputFacts& out) {
  if (node.ints(0) == nullptr || !ContentFits(out)) return;
  const Shape& shape = *out.fact(0).shape;
  if (auto ints = Select<int64_t>(node, shape)) {
    out.SetInts(0, *std::move(ints));
  } else if (auto floats = Select<double>(node, shape)) {
    out.SetFloats(0, *std::move(floats));
  } else if (auto strings = Select<std::string>(node, shape)) {
    out.SetStrings(0, *std::move(strings));
  }
}

void WorkWhere(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(1), node.out_elements(0), {.comparisons = 1}, work);
}

}  // namespace

std::vector<OperatorRule> WhereRules() {
  return {
      {.op = "Where",
       .versions = {9, 16},
       .op_class = OperatorClass::kElementwise,
       .infer = InferWhere,
       .value = ValueWhere,
       .work = WorkWhere,
       .formula = "y selections, counted as comparisons",
       .source = "ONNX operator Where: one selection per element of the broadcast result",
       .min_inputs = 3,
       .value_needs = ValueNeeds::kShapes},
  };
}

}  // namespace roofline
