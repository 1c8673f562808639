#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

template <class T>
int64_t Compare(std::string_view op, const T& a, const T& b) {
  if (op == "Equal") return a == b ? 1 : 0;
  if (op == "Greater") return a > b ? 1 : 0;
  if (op == "GreaterOrEqual") return a >= b ? 1 : 0;
  if (op == "Less") return a < b ? 1 : 0;
  return a <= b ? 1 : 0;
}

template <class T>
void SetCompared(const NodeView& node, const std::vector<T>& a, const std::vector<T>& b,
                 OutputFacts& out) {
  out.SetInts(0, CombineContent(node, *out.fact(0).shape, a, b,
                                [&](const T& x, const T& y) { return Compare(node.op(), x, y); }));
}

const std::vector<std::string>* StringsOf(const NodeView& node, int i) {
  return node.has_input(i) && node.input(i).value ? node.input(i).value->strings() : nullptr;
}

void ValueComparison(const NodeView& node, OutputFacts& out) {
  if (!ContentFits(out)) return;
  if (const auto* a = node.ints(0), *b = node.ints(1); a != nullptr && b != nullptr) {
    if (node.dtype(0) != DType::kUint64) return SetCompared(node, *a, *b, out);
    const std::vector<uint64_t> x(a->begin(), a->end());
    const std::vector<uint64_t> y(b->begin(), b->end());
    SetCompared(node, x, y, out);
  } else if (const auto* x = node.floats(0), *y = node.floats(1); x != nullptr && y != nullptr) {
    SetCompared(node, *x, *y, out);
  } else if (const auto* s = StringsOf(node, 0), *t = StringsOf(node, 1);
             s != nullptr && t != nullptr) {
    SetCompared(node, *s, *t, out);
  }
}

void WorkComparison(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.comparisons = 1}, work);
}

OperatorRule Comparison(std::string_view op, std::vector<int> versions) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kElementwise,
          .infer = InferBroadcastBool,
          .value = ValueComparison,
          .work = WorkComparison,
          .formula = "y comparisons",
          .source = "ONNX operator text: one comparison per element of the broadcast result",
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> ComparisonRules() {
  return {Comparison("Equal", {1, 7, 11, 13, 19}), Comparison("Greater", {1, 7, 9, 13}),
          Comparison("GreaterOrEqual", {12, 16}), Comparison("Less", {1, 7, 9, 13}),
          Comparison("LessOrEqual", {12, 16})};
}

}  // namespace roofline
