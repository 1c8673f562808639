#include <algorithm>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferVariadic(const NodeView& node, OutputFacts& out) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (!node.has_input(i)) return node.Conflict(fmt::format("input {} is missing", i));
    if (!node.has_shape(i)) {  // one unknown operand leaves the result unknown
      Fact unknown;
      unknown.dtype = node.dtype(0);
      unknown.mark = Mark::kUnknown;
      out.SetFact(0, std::move(unknown));
      return absl::OkStatus();
    }
  }
  return InferBroadcast(node, out);
}

template <class T>
T Fold(std::string_view op, T a, T b) {
  if (op == "Max") return std::max(a, b);
  if (op == "Min") return std::min(a, b);
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}

// `into` already has the shape of the result; one more operand is folded into it.
template <class T>
void FoldOperand(const NodeView& node, int i, const Shape& shape, const std::vector<T>& content,
                 std::vector<T>& into) {
  const std::array strides = {BroadcastStrides(shape, shape),
                              BroadcastStrides(node.shape(i), shape)};
  ForEachBroadcast(shape, strides, [&](std::span<const int64_t> at) {
    T& target = into[static_cast<size_t>(at[0])];
    const T operand = content[static_cast<size_t>(at[1])];
    target = i == 0 ? operand : Fold(node.op(), target, operand);
  });
}

void ValueInts(const NodeView& node, OutputFacts& out) {
  const Shape& shape = *out.fact(0).shape;
  std::vector<int64_t> result(static_cast<size_t>(Elements(shape).value()));
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.ints(i) == nullptr) return;
    FoldOperand(node, i, shape, *node.ints(i), result);
  }
  SetWrapped(out, std::move(result));
}

void ValueFloats(const NodeView& node, OutputFacts& out) {
  const Shape& shape = *out.fact(0).shape;
  std::vector<double> result(static_cast<size_t>(Elements(shape).value()));
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.floats(i) == nullptr) return;
    FoldOperand(node, i, shape, *node.floats(i), result);
  }
  if (node.op() == "Mean") {
    for (double& x : result) x /= node.num_inputs();
  }
  SetRounded(out, std::move(result));
}

void ValueVariadic(const NodeView& node, OutputFacts& out) {
  if (!ContentFits(out)) return;
  if (node.ints(0) != nullptr && node.dtype(0) != DType::kUint64) {
    ValueInts(node, out);
  } else if (node.floats(0) != nullptr) {
    ValueFloats(node, out);
  }
}

void WorkExtremum(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.comparisons = node.num_inputs() - 1}, work);
}

void WorkSum(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = node.num_inputs() - 1}, work);
}

void WorkMean(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = node.num_inputs()}, work);
}

OperatorRule Variadic(std::string_view op, std::vector<int> versions, WorkRule work,
                      std::string_view formula) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kElementwise,
          .infer = InferVariadic,
          .value = ValueVariadic,
          .work = work,
          .formula = formula,
          .source = "ONNX operator text: N operands folded pairwise per element of the result"};
}

}  // namespace

std::vector<OperatorRule> VariadicRules() {
  return {Variadic("Max", {1, 6, 8, 12, 13}, WorkExtremum, "(N - 1) * y comparisons"),
          Variadic("Mean", {1, 6, 8, 13}, WorkMean, "(N - 1) * y additions, y divisions"),
          Variadic("Min", {1, 6, 8, 12, 13}, WorkExtremum, "(N - 1) * y comparisons"),
          Variadic("Sum", {1, 6, 8, 13}, WorkSum, "(N - 1) * y additions")};
}

}  // namespace roofline
