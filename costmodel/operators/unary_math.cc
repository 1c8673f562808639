#include <cmath>
#include <cstdlib>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct UnaryFunction {
  std::string_view op;
  std::vector<int> versions;
  double (*real)(double);
  int64_t (*integer)(int64_t);  // nullptr: the operator takes no integers
};

// Wraps for the smallest number, as a run does.
int64_t Negate(int64_t x) {
  int64_t result = 0;
  return __builtin_sub_overflow(int64_t{0}, x, &result) ? x : result;
}
int64_t AbsoluteInt(int64_t x) { return x < 0 ? Negate(x) : x; }
int64_t SignInt(int64_t x) { return (x > 0 ? 1 : 0) - (x < 0 ? 1 : 0); }
int64_t SameInt(int64_t x) { return x; }
double Sign(double x) { return std::isnan(x) ? x : (x > 0 ? 1.0 : 0.0) - (x < 0 ? 1.0 : 0.0); }
double Negative(double x) { return -x; }
double Inverse(double x) { return 1.0 / x; }

// One arithmetic operation per element. Round goes to the even neighbour, which rint does by
// default.
const std::vector<UnaryFunction>& ArithmeticFunctions() {
  static const auto& functions = *new std::vector<UnaryFunction>{
      {"Abs", {1, 6, 13}, std::fabs, AbsoluteInt},
      {"Ceil", {1, 6, 13}, std::ceil, SameInt},
      {"Floor", {1, 6, 13}, std::floor, SameInt},
      {"Neg", {1, 6, 13}, Negative, Negate},
      {"Reciprocal", {1, 6, 13}, Inverse, nullptr},
      {"Round", {11, 22}, std::rint, SameInt},
      {"Sign", {9, 13}, Sign, SignInt},
      {"Sqrt", {1, 6, 13}, std::sqrt, nullptr},
  };
  return functions;
}

// One transcendental function per element.
const std::vector<UnaryFunction>& TranscendentalFunctions() {
  static const auto& functions = *new std::vector<UnaryFunction>{
      {"Acos", {7, 22}, std::acos, nullptr},   {"Acosh", {9, 22}, std::acosh, nullptr},
      {"Asin", {7, 22}, std::asin, nullptr},   {"Asinh", {9, 22}, std::asinh, nullptr},
      {"Atan", {7, 22}, std::atan, nullptr},   {"Atanh", {9, 22}, std::atanh, nullptr},
      {"Cos", {7, 22}, std::cos, nullptr},     {"Cosh", {9, 22}, std::cosh, nullptr},
      {"Erf", {9, 13}, std::erf, nullptr},     {"Exp", {1, 6, 13}, std::exp, nullptr},
      {"Log", {1, 6, 13}, std::log, nullptr},  {"Sin", {7, 22}, std::sin, nullptr},
      {"Sinh", {9, 22}, std::sinh, nullptr},   {"Tan", {7, 22}, std::tan, nullptr},
      {"Tanh", {1, 6, 13}, std::tanh, nullptr}};
  return functions;
}

const UnaryFunction* FindFunction(std::string_view op) {
  for (const auto* functions : {&ArithmeticFunctions(), &TranscendentalFunctions()}) {
    for (const UnaryFunction& function : *functions) {
      if (function.op == op) return &function;
    }
  }
  return nullptr;
}

void ValueUnary(const NodeView& node, OutputFacts& out) {
  const UnaryFunction* function = FindFunction(node.op());
  if (function == nullptr || !ContentFits(out)) return;
  if (const auto* ints = node.ints(0); ints != nullptr && function->integer != nullptr) {
    SetWrapped(out, MapContent(*ints, function->integer));
  } else if (const auto* floats = node.floats(0)) {
    SetRounded(out, MapContent(*floats, function->real));
  }
}

void WorkOneArithmetic(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.arithmetic = 1}, work);
}

void WorkOneTranscendental(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.transcendentals = 1}, work);
}

absl::Status InferPredicate(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kBool, node.shape(0));
  return absl::OkStatus();
}

void ValueIsNan(const NodeView& node, OutputFacts& out) {
  if (const auto* x = node.floats(0); x != nullptr && ContentFits(out)) {
    out.SetInts(0, MapContent(*x, [](double v) -> int64_t { return std::isnan(v) ? 1 : 0; }));
  }
}

void ValueIsInf(const NodeView& node, OutputFacts& out) {
  const bool negative = node.attr_int("detect_negative", 1) != 0;
  const bool positive = node.attr_int("detect_positive", 1) != 0;
  if (const auto* x = node.floats(0); x != nullptr && ContentFits(out)) {
    out.SetInts(0, MapContent(*x, [=](double v) -> int64_t {
                  return std::isinf(v) && (v < 0 ? negative : positive) ? 1 : 0;
                }));
  }
}

void WorkPredicate(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.comparisons = 1}, work);
}

OperatorRule Predicate(std::string_view op, std::vector<int> versions, ValueRule value) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kElementwise,
          .infer = InferPredicate,
          .value = value,
          .work = WorkPredicate,
          .formula = "y comparisons",
          .source = "ONNX operators IsInf, IsNaN: one test per element"};
}

OperatorRule Unary(const UnaryFunction& function, WorkRule work, std::string_view formula) {
  return {.op = function.op,
          .versions = function.versions,
          .op_class = OperatorClass::kElementwise,
          .infer = InferSameAsInput,
          .value = ValueUnary,
          .work = work,
          .formula = formula,
          .source = "ONNX operator text: one function per element"};
}

}  // namespace

std::vector<OperatorRule> UnaryMathRules() {
  std::vector<OperatorRule> rules = {Predicate("IsInf", {10, 20}, ValueIsInf),
                                     Predicate("IsNaN", {9, 13, 20}, ValueIsNan)};
  for (const UnaryFunction& function : ArithmeticFunctions()) {
    rules.push_back(Unary(function, WorkOneArithmetic, "y arithmetic operations"));
  }
  for (const UnaryFunction& function : TranscendentalFunctions()) {
    rules.push_back(Unary(function, WorkOneTranscendental, "y transcendental functions"));
  }
  return rules;
}

}  // namespace roofline
