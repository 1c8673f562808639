#include <cmath>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

using OptionalInt = std::optional<int64_t>;

// Quotient towards zero; dividing by zero has no value.
OptionalInt Divide(int64_t a, int64_t b, bool is_unsigned) {
  if (b == 0) return std::nullopt;
  if (is_unsigned) return static_cast<int64_t>(static_cast<uint64_t>(a) / static_cast<uint64_t>(b));
  if (b == -1) return static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(a));
  return a / b;
}

// Mod has the sign of the divisor, with fmod = 1 that of the dividend.
OptionalInt Remainder(int64_t a, int64_t b, bool is_unsigned, bool fmod) {
  if (b == 0) return std::nullopt;
  if (is_unsigned) return static_cast<int64_t>(static_cast<uint64_t>(a) % static_cast<uint64_t>(b));
  if (b == -1) return 0;
  const int64_t remainder = a % b;
  return !fmod && remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

// Integer arithmetic wraps as it does in a run.
OptionalInt IntegerResult(const NodeView& node, int64_t a, int64_t b) {
  const std::string_view op = node.op();
  const auto x = static_cast<uint64_t>(a);
  const auto y = static_cast<uint64_t>(b);
  if (op == "Add") return static_cast<int64_t>(x + y);
  if (op == "Sub") return static_cast<int64_t>(x - y);
  if (op == "Mul") return static_cast<int64_t>(x * y);
  const bool is_unsigned = IsUnsigned(node.dtype(0));
  if (op == "Mod") return Remainder(a, b, is_unsigned, node.attr_int("fmod", 0) != 0);
  return Divide(a, b, is_unsigned);
}

double FloatResult(std::string_view op, double a, double b) {
  if (op == "Add") return a + b;
  if (op == "Sub") return a - b;
  if (op == "Mul") return a * b;
  if (op == "Mod") return std::fmod(a, b);
  return a / b;
}

void ValueArithmetic(const NodeView& node, OutputFacts& out) {
  if (node.num_inputs() != 2 || !ContentFits(out)) return;
  const Shape& shape = *out.fact(0).shape;
  if (const auto* a = node.ints(0), *b = node.ints(1); a != nullptr && b != nullptr) {
    auto result = AllDefined(CombineContent(
        node, shape, *a, *b, [&](int64_t m, int64_t n) { return IntegerResult(node, m, n); }));
    if (result) SetWrapped(out, *std::move(result));
  } else if (const auto* x = node.floats(0), *y = node.floats(1); x != nullptr && y != nullptr) {
    SetRounded(out, CombineContent(node, shape, *x, *y, [&](double v, double w) {
                 return FloatResult(node.op(), v, w);
               }));
  }
}

void WorkArithmetic(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = 1}, work);
}

OperatorRule BinaryArithmetic(std::string_view op, std::vector<int> versions) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kElementwise,
          .infer = InferBroadcast,
          .value = ValueArithmetic,
          .work = WorkArithmetic,
          .formula = "y arithmetic operations",
          .source = "ONNX operator text: one operation per element of the broadcast result",
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> ArithmeticRules() {
  const std::vector<int> versions = {1, 6, 7, 13, 14};
  return {BinaryArithmetic("Add", versions), BinaryArithmetic("Sub", versions),
          BinaryArithmetic("Mul", versions), BinaryArithmetic("Div", versions),
          BinaryArithmetic("Mod", {10, 13})};
}

}  // namespace roofline
