#include <array>
#include <cmath>
#include <limits>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/families.h"

namespace roofline {
namespace {

absl::Status InferBroadcast(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape shape, BroadcastInputs(node));
  out.Set(0, node.dtype(0), std::move(shape));
  return absl::OkStatus();
}

// Integer arithmetic wraps as it does in a run; dividing by zero has no value.
bool IntegerResult(std::string_view op, int64_t a, int64_t b, int64_t& result) {
  if (op == "Add") return !__builtin_add_overflow(a, b, &result);
  if (op == "Sub") return !__builtin_sub_overflow(a, b, &result);
  if (op == "Mul") return !__builtin_mul_overflow(a, b, &result);
  if (b == 0 || (a == std::numeric_limits<int64_t>::min() && b == -1)) return false;
  result = a / b;
  return true;
}

double FloatResult(std::string_view op, double a, double b) {
  if (op == "Add") return a + b;
  if (op == "Sub") return a - b;
  if (op == "Mul") return a * b;
  return a / b;
}

void ValueArithmetic(const NodeView& node, OutputFacts& out) {
  const Shape& shape = *out.fact(0).shape;
  if (node.num_inputs() != 2 || Elements(shape).value() > out.max_value_elements()) return;
  const std::array strides = {BroadcastStrides(node.shape(0), shape),
                              BroadcastStrides(node.shape(1), shape)};
  if (const auto* a = node.ints(0), *b = node.ints(1); a != nullptr && b != nullptr) {
    std::vector<int64_t> result;
    bool defined = true;
    ForEachBroadcast(shape, strides, [&](std::span<const int64_t> at) {
      int64_t element = 0;
      defined = defined && IntegerResult(node.op(), (*a)[static_cast<size_t>(at[0])],
                                         (*b)[static_cast<size_t>(at[1])], element);
      result.push_back(element);
    });
    if (defined) out.SetInts(0, std::move(result));
  } else if (const auto* x = node.floats(0), *y = node.floats(1); x != nullptr && y != nullptr) {
    std::vector<double> result;
    ForEachBroadcast(shape, strides, [&](std::span<const int64_t> at) {
      result.push_back(FloatResult(node.op(), (*x)[static_cast<size_t>(at[0])],
                                   (*y)[static_cast<size_t>(at[1])]));
    });
    out.SetFloats(0, std::move(result));
  }
}

void WorkArithmetic(const NodeView& node, Work& work) {
  Count& operations = IsFloat(node.dtype(0)) ? work.arithmetic : work.integer_ops;
  operations = node.out_elements(0);
}

OperatorRule BinaryArithmetic(std::string_view op) {
  return {.op = op,
          .versions = {1, 6, 7, 13, 14},
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
  return {BinaryArithmetic("Add"), BinaryArithmetic("Sub"), BinaryArithmetic("Mul"),
          BinaryArithmetic("Div")};
}

}  // namespace roofline
