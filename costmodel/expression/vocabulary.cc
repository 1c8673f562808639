#include "costmodel/expression/vocabulary.h"
#include "costmodel/exact_double.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofline {
namespace {

using Args = std::span<const double>;

// Far from any operand number or axis that people write.
constexpr double kInputHandle = 1e12;
constexpr double kOutputHandle = 2e12;
constexpr int kHandles = 10;
constexpr double kMaxOperands = 1e6;

struct Operand {
  bool output = false;
  int index = 0;
};

bool IsHandle(double number, double base) { return number >= base && number < base + kHandles; }

std::string OperandName(const Operand& operand) {
  return fmt::format("{} {}", operand.output ? "output" : "input", operand.index);
}

// The operand an argument means; a plain number is an input or, for `outputs`, an output.
std::optional<Operand> OperandOf(Evaluation& e, double number, bool outputs = false) {
  if (IsHandle(number, kInputHandle))
    return Operand{false, static_cast<int>(number - kInputHandle)};
  if (IsHandle(number, kOutputHandle)) {
    return Operand{true, static_cast<int>(number - kOutputHandle)};
  }
  if (number >= 0 && number < kMaxOperands && number == std::floor(number)) {
    return Operand{outputs, static_cast<int>(number)};
  }
  e.Fail(fmt::format("there is no operand {}", number));
  return std::nullopt;
}

const Fact* FactOf(const NodeView& node, const Operand& operand) {
  if (operand.output) {
    return node.has_output(operand.index) ? &node.output(operand.index) : nullptr;
  }
  return node.has_input(operand.index) ? &node.input(operand.index) : nullptr;
}

double ElementsOf(Evaluation& e, double number, bool outputs) {
  const auto operand = OperandOf(e, number, outputs);
  const Fact* fact = operand ? FactOf(e.node(), *operand) : nullptr;
  return fact != nullptr && fact->shape ? e.Number(Elements(*fact->shape)) : 0;
}

double BytesOfOperand(Evaluation& e, double number, bool outputs) {
  const auto operand = OperandOf(e, number, outputs);
  const Fact* fact = operand ? FactOf(e.node(), *operand) : nullptr;
  return fact != nullptr && fact->shape ? e.Number(BytesOf(fact->dtype, Elements(*fact->shape)))
                                        : 0;
}

const Shape* OperandShape(Evaluation& e, const Operand& operand) {
  const Fact* fact = FactOf(e.node(), operand);
  if (fact != nullptr && fact->shape) return &*fact->shape;
  e.Fail(fmt::format("{} is absent", OperandName(operand)));
  return nullptr;
}

// `axis` made non-negative; up to `limit` included.
std::optional<size_t> AxisOf(Evaluation& e, const Operand& operand, const Shape& shape, double axis,
                             int limit) {
  const double wrapped = axis < 0 ? axis + Rank(shape) : axis;
  if (wrapped >= 0 && wrapped <= limit && wrapped == std::floor(wrapped)) {
    return static_cast<size_t>(wrapped);
  }
  e.Fail(fmt::format("{} ({}) has no axis {}", OperandName(operand), ShapeText(shape), axis));
  return std::nullopt;
}

double Extent(Evaluation& e, double number, double axis, bool outputs) {
  const auto operand = OperandOf(e, number, outputs);
  const Shape* shape = operand ? OperandShape(e, *operand) : nullptr;
  if (shape == nullptr) return 0;
  const auto k = AxisOf(e, *operand, *shape, axis, Rank(*shape) - 1);
  return k ? e.Number((*shape)[*k]) : 0;
}

double Tail(Evaluation& e, Args args) {
  const auto operand = OperandOf(e, args[0]);
  const Shape* shape = operand ? OperandShape(e, *operand) : nullptr;
  if (shape == nullptr) return 0;
  const auto k = AxisOf(e, *operand, *shape, args[1], Rank(*shape));
  return k ? e.Number(Elements(Shape(shape->begin() + static_cast<int64_t>(*k), shape->end()))) : 0;
}

double RankOf(Evaluation& e, Args args) {
  const auto operand = OperandOf(e, args[0]);
  const Shape* shape = operand ? OperandShape(e, *operand) : nullptr;
  return shape == nullptr ? 0 : Rank(*shape);
}

double ByOperand(Evaluation& e, double number, double (*measure)(Evaluation&, double, bool)) {
  if (IsHandle(number, kInputHandle) || IsOutputHandle(number)) return measure(e, number, false);
  return e.Fail("prod() and bytes() take an operand: in0, in1, ... or out0, out1, ...");
}

double SumOfInputs(Evaluation& e, Args) {
  Count sum = 0;
  for (int i = 0; i < e.node().num_inputs(); ++i) sum += e.node().elements(i);
  return e.Number(sum);
}

double LargestInput(Evaluation& e, Args) {
  Count largest = 0;
  for (int i = 0; i < e.node().num_inputs(); ++i) largest = Max(largest, e.node().elements(i));
  return e.Number(largest);
}

std::optional<double> FindNumber(const NodeView& node, std::string_view name) {
  const Attribute* attribute = node.FindAttr(name);
  if (attribute == nullptr) return std::nullopt;
  if (const auto* whole = std::get_if<int64_t>(&attribute->value)) {
    return static_cast<double>(*whole);
  }
  if (const auto* real = std::get_if<double>(&attribute->value)) return *real;
  return std::nullopt;
}

double AttributeProduct(Evaluation& e, Args args) {
  const std::vector<int64_t>* list = e.node().attr_ints(e.text(args[0]));
  if (list == nullptr) return args[1];
  double product = 1;
  for (const int64_t number : *list) product *= static_cast<double>(number);
  return product;
}

Count PresentInputs(const ExpressionContext& c) {
  Count present = 0;
  for (int i = 0; i < c.node.num_inputs(); ++i) present += c.node.has_input(i) ? 1 : 0;
  return present;
}

constexpr ExpressionVariable kVariables[] = {
    {"n", Needs::kInputs, [](const ExpressionContext& c) { return c.node.elements(0); }},
    {"y", Needs::kOutputs, [](const ExpressionContext& c) { return c.node.out_elements(0); }},
    {"opset", Needs::kInputs, [](const ExpressionContext& c) { return Count(c.node.opset()); }},
    {"inputs", Needs::kInputs, PresentInputs},
    {"macs", Needs::kWork, [](const ExpressionContext& c) { return c.work->macs; }},
    {"fmas", Needs::kWork, [](const ExpressionContext& c) { return c.work->fmas; }},
    {"arithmetic", Needs::kWork, [](const ExpressionContext& c) { return c.work->arithmetic; }},
    {"comparisons", Needs::kWork, [](const ExpressionContext& c) { return c.work->comparisons; }},
    {"transcendentals", Needs::kWork,
     [](const ExpressionContext& c) { return c.work->transcendentals; }},
    {"integer_ops", Needs::kWork, [](const ExpressionContext& c) { return c.work->integer_ops; }},
    {"flops", Needs::kWork, [](const ExpressionContext& c) { return c.work->Flops(); }},
    {"read_bytes", Needs::kWork, [](const ExpressionContext& c) { return c.work->TotalRead(); }},
    {"write_bytes", Needs::kWork,
     [](const ExpressionContext& c) { return c.work->TotalWritten(); }},
};

constexpr ExpressionFunction kFunctions[] = {
    {"in", "n", Needs::kInputs, [](Evaluation& e, Args a) { return ElementsOf(e, a[0], false); }},
    {"out", "n", Needs::kOutputs, [](Evaluation& e, Args a) { return ElementsOf(e, a[0], true); }},
    {"in_bytes", "n", Needs::kInputs,
     [](Evaluation& e, Args a) { return BytesOfOperand(e, a[0], false); }},
    {"out_bytes", "n", Needs::kOutputs,
     [](Evaluation& e, Args a) { return BytesOfOperand(e, a[0], true); }},
    {"prod", "n", Needs::kInputs,
     [](Evaluation& e, Args a) { return ByOperand(e, a[0], ElementsOf); }},
    {"bytes", "n", Needs::kInputs,
     [](Evaluation& e, Args a) { return ByOperand(e, a[0], BytesOfOperand); }},
    {"dim", "nn", Needs::kInputs,
     [](Evaluation& e, Args a) { return Extent(e, a[0], a[1], false); }},
    {"odim", "nn", Needs::kOutputs,
     [](Evaluation& e, Args a) { return Extent(e, a[0], a[1], true); }},
    {"tail", "nn", Needs::kInputs, Tail},
    {"rank", "n", Needs::kInputs, RankOf},
    {"sum_in", "", Needs::kInputs, SumOfInputs},
    {"max_in", "", Needs::kInputs, LargestInput},
    {"attr", "sn", Needs::kInputs,
     [](Evaluation& e, Args a) { return FindNumber(e.node(), e.text(a[0])).value_or(a[1]); }},
    {"attr_prod", "sn", Needs::kInputs, AttributeProduct},
    {"attr_is", "ss", Needs::kInputs,
     [](Evaluation& e, Args a) {
       return e.node().attr_string(e.text(a[0]), "") == e.text(a[1]) ? 1.0 : 0.0;
     }},
    {"min", "*", Needs::kInputs,
     [](Evaluation&, Args a) { return *std::min_element(a.begin(), a.end()); }},
    {"max", "*", Needs::kInputs,
     [](Evaluation&, Args a) { return *std::max_element(a.begin(), a.end()); }},
    {"abs", "n", Needs::kInputs, [](Evaluation&, Args a) { return std::abs(a[0]); }},
    {"floor", "n", Needs::kInputs, [](Evaluation&, Args a) { return std::floor(a[0]); }},
    {"ceil", "n", Needs::kInputs, [](Evaluation&, Args a) { return std::ceil(a[0]); }},
    {"sqrt", "n", Needs::kInputs, [](Evaluation&, Args a) { return std::sqrt(a[0]); }},
    {"log2", "n", Needs::kInputs, [](Evaluation&, Args a) { return std::log2(a[0]); }},
    {"mod", "nn", Needs::kInputs, [](Evaluation&, Args a) { return std::fmod(a[0], a[1]); }},
};

template <class T>
const T* FindByName(std::span<const T> entries, std::string_view name) {
  for (const T& entry : entries) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace

double Evaluation::Fail(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
  return 0;
}

double Evaluation::Number(Count count) {
  const auto number = static_cast<double>(count.value());
  if (count.ok() && number <= kExactDouble) return number;
  return Fail("a count exceeds 2^53, the largest that is exact");
}

std::span<const ExpressionVariable> ExpressionVariables() { return kVariables; }
std::span<const ExpressionFunction> ExpressionFunctions() { return kFunctions; }

const ExpressionVariable* FindExpressionVariable(std::string_view name) {
  return FindByName(ExpressionVariables(), name);
}

const ExpressionFunction* FindExpressionFunction(std::string_view name) {
  return FindByName(ExpressionFunctions(), name);
}

double ItemBytes(const NodeView& node) {
  return node.has_input(0) ? BitsOf(node.dtype(0)) / 8.0 : 0.0;
}

std::optional<double> OperandHandle(std::string_view name) {
  const bool output = name.starts_with("out");
  if (!output && !name.starts_with("in")) return std::nullopt;
  const std::string_view digits = name.substr(output ? 3 : 2);
  if (digits.size() != 1 || digits[0] < '0' || digits[0] > '9') return std::nullopt;
  return (output ? kOutputHandle : kInputHandle) + (digits[0] - '0');
}

bool IsOutputHandle(double number) { return IsHandle(number, kOutputHandle); }

double NumericAttribute(Evaluation& evaluation, std::string_view name) {
  if (const auto number = FindNumber(evaluation.node(), name)) return *number;
  return evaluation.Fail(fmt::format(
      "the node has no numeric attribute '{0}'; attr(\"{0}\", DEFAULT) has a default", name));
}

}  // namespace roofline
