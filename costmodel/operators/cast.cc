#include <bit>
#include <charconv>
#include <cmath>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Cast-1 spells its target: "FLOAT", "DOUBLE", "INT64" ...
std::optional<DType> DTypeFromOnnxName(std::string_view name) {
  if (name == "FLOAT") return DType::kFloat32;
  if (name == "DOUBLE") return DType::kFloat64;
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return DTypeFromName(lower);
}

absl::StatusOr<DType> Target(const NodeView& node) {
  const std::string_view name = node.attr_string("to", "");
  const std::optional<DType> dtype =
      name.empty() ? DTypeFromOnnx(node.attr_int("to", 0)) : DTypeFromOnnxName(name);
  if (dtype && *dtype != DType::kUndefined) return *dtype;
  return node.Conflict(
      fmt::format("attribute 'to' ({}) names no data type",
                  name.empty() ? fmt::format("{}", node.attr_int("to", 0)) : name));
}

absl::Status InferCast(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const DType dtype, Target(node));
  out.Set(0, dtype, node.shape(0));
  return absl::OkStatus();
}

absl::Status InferCastLike(const NodeView& node, OutputFacts& out) {
  if (!node.has_input(1)) return node.Conflict("target_type is missing");
  out.Set(0, node.dtype(1), node.shape(0));
  return absl::OkStatus();
}

// Towards zero. What does not fit has no defined result.
std::optional<int64_t> ToInteger(DType dtype, double x) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (dtype == DType::kBool) return x != 0 ? 1 : 0;
  if (!(x >= -kLimit && x < kLimit)) return std::nullopt;
  const auto integer = static_cast<int64_t>(x);
  if (WrapToType(dtype, integer) != integer) return std::nullopt;
  return integer;
}

std::optional<double> ParseNumber(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void CastNumbers(const std::vector<double>& x, OutputFacts& out) {
  const DType dtype = out.fact(0).dtype;
  if (IsFloat(dtype)) return SetRounded(out, x);
  if (!IsInteger(dtype) && dtype != DType::kBool) return;
  auto result = AllDefined(MapContent(x, [&](double v) { return ToInteger(dtype, v); }));
  if (result) out.SetInts(0, *std::move(result));
}

void CastIntegers(const std::vector<int64_t>& x, DType from, OutputFacts& out) {
  const DType dtype = out.fact(0).dtype;
  if (IsInteger(dtype) || dtype == DType::kBool) return SetWrapped(out, x);
  if (dtype == DType::kString) {
    return out.SetStrings(0, MapContent(x, [](int64_t v) { return fmt::format("{}", v); }));
  }
  CastNumbers(MapContent(x,
                         [&](int64_t v) {
                           return from == DType::kUint64
                                      ? static_cast<double>(static_cast<uint64_t>(v))
                                      : static_cast<double>(v);
                         }),
              out);
}

void ValueCast(const NodeView& node, OutputFacts& out) {
  const TensorPtr& value = node.input(0).value;
  if (!value || !ContentFits(out)) return;
  if (const auto* ints = value->ints()) return CastIntegers(*ints, node.dtype(0), out);
  if (const auto* floats = value->floats()) return CastNumbers(*floats, out);
  const auto* strings = value->strings();
  if (strings == nullptr) return;
  if (out.fact(0).dtype == DType::kString) return out.SetStrings(0, *strings);
  std::vector<double> numbers;
  for (const std::string& text : *strings) {
    const auto number = ParseNumber(text);
    if (!number) return;
    numbers.push_back(*number);
  }
  CastNumbers(numbers, out);
}

absl::Status InferBitCast(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const DType dtype, Target(node));
  if (BitsOf(dtype) != BitsOf(node.dtype(0)) || dtype == DType::kString) {
    return node.Conflict(fmt::format("{} elements cannot be read as {}: the widths differ",
                                     DTypeName(node.dtype(0)), DTypeName(dtype)));
  }
  out.Set(0, dtype, node.shape(0));
  return absl::OkStatus();
}

// Between integers of one width, and between float32 or float64 and integers.
void ValueBitCast(const NodeView& node, OutputFacts& out) {
  const DType to = out.fact(0).dtype;
  const auto* x = node.ints(0);
  const auto* f = node.floats(0);
  if (!ContentFits(out)) return;
  if (x != nullptr && IsInteger(to)) {
    SetWrapped(out, *x);
  } else if (x != nullptr && to == DType::kFloat32) {
    out.SetFloats(0, MapContent(*x, [](int64_t v) {
                    return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(v)));
                  }));
  } else if (x != nullptr && to == DType::kFloat64) {
    out.SetFloats(0, MapContent(*x, [](int64_t v) { return std::bit_cast<double>(v); }));
  } else if (f != nullptr && IsInteger(to) && BitsOf(to) == 32) {
    SetWrapped(out, MapContent(*f, [](double v) -> int64_t {
                 return std::bit_cast<int32_t>(static_cast<float>(v));
               }));
  } else if (f != nullptr && IsInteger(to) && BitsOf(to) == 64) {
    out.SetInts(0, MapContent(*f, [](double v) { return std::bit_cast<int64_t>(v); }));
  }
}

// The same bytes under another type.
void WorkBitCast(const NodeView& /*node*/, Work& work) {
  work.read_bytes[0] = 0;
  work.write_bytes[0] = 0;
}

// The second operand only lends its type.
void WorkCastLike(const NodeView& /*node*/, Work& work) { work.read_bytes[1] = 0; }

}  // namespace

std::vector<OperatorRule> CastRules() {
  return {
      {.op = "BitCast",
       .versions = {26},
       .op_class = OperatorClass::kView,
       .infer = InferBitCast,
       .value = ValueBitCast,
       .work = WorkBitCast,
       .formula = "no arithmetic; moves nothing",
       .source = "ONNX operator BitCast: the bits stay, the type changes"},
      {.op = "Cast",
       .versions = {1, 6, 9, 13, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kElementwise,
       .infer = InferCast,
       .value = ValueCast,
       .formula = "no arithmetic counted; reads x, writes y",
       .source = "ONNX operator Cast: a conversion is a move between types"},
      {.op = "CastLike",
       .versions = {15, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kElementwise,
       .infer = InferCastLike,
       .value = ValueCast,
       .work = WorkCastLike,
       .formula = "no arithmetic counted; reads x, writes y",
       .source = "ONNX operator CastLike: Cast to the type of the second operand",
       .value_needs = ValueNeeds::kShapes},
  };
}

}  // namespace roofline
