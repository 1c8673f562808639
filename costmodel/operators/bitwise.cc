#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferBitShift(const NodeView& node, OutputFacts& out) {
  const std::string_view direction = node.attr_string("direction", "");
  if (direction != "LEFT" && direction != "RIGHT") {
    return node.Conflict(
        fmt::format("direction is \"{}\", expected \"LEFT\" or \"RIGHT\"", direction));
  }
  return InferBroadcast(node, out);
}

int64_t BitResult(const NodeView& node, int64_t a, int64_t b) {
  const auto x = static_cast<uint64_t>(a);
  const auto y = static_cast<uint64_t>(b);
  if (node.op() == "BitwiseAnd") return static_cast<int64_t>(x & y);
  if (node.op() == "BitwiseOr") return static_cast<int64_t>(x | y);
  if (node.op() == "BitwiseXor") return static_cast<int64_t>(x ^ y);
  if (y >= 64) return 0;
  return static_cast<int64_t>(node.attr_string("direction", "") == "LEFT" ? x << y : x >> y);
}

void ValueBits(const NodeView& node, OutputFacts& out) {
  const auto* a = node.ints(0);
  const auto* b = node.ints(1);
  if (a == nullptr || b == nullptr || !ContentFits(out)) return;
  SetWrapped(out, CombineContent(node, *out.fact(0).shape, *a, *b,
                                 [&](int64_t x, int64_t y) { return BitResult(node, x, y); }));
}

void ValueBitwiseNot(const NodeView& node, OutputFacts& out) {
  if (const auto* x = node.ints(0); x != nullptr && ContentFits(out)) {
    SetWrapped(out, MapContent(*x, [](int64_t v) {
                 return static_cast<int64_t>(~static_cast<uint64_t>(v));
               }));
  }
}

void WorkBits(const NodeView& node, Work& work) { work.integer_ops = node.out_elements(0); }

OperatorRule Bitwise(std::string_view op, int since, InferRule infer) {
  return {.op = op,
          .versions = {since},
          .op_class = OperatorClass::kElementwise,
          .infer = infer,
          .value = ValueBits,
          .work = WorkBits,
          .formula = "y integer operations",
          .source = "ONNX operator text: one operation per element of the broadcast result",
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> BitwiseRules() {
  std::vector<OperatorRule> rules = {
      Bitwise("BitShift", 11, InferBitShift), Bitwise("BitwiseAnd", 18, InferBroadcast),
      Bitwise("BitwiseOr", 18, InferBroadcast), Bitwise("BitwiseXor", 18, InferBroadcast)};
  rules.push_back({.op = "BitwiseNot",
                   .versions = {18},
                   .op_class = OperatorClass::kElementwise,
                   .infer = InferSameAsInput,
                   .value = ValueBitwiseNot,
                   .work = WorkBits,
                   .formula = "y integer operations",
                   .source = "ONNX operator BitwiseNot"});
  return rules;
}

}  // namespace roofline
