#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

int64_t LogicalResult(std::string_view op, bool a, bool b) {
  if (op == "And") return a && b ? 1 : 0;
  if (op == "Or") return a || b ? 1 : 0;
  return a != b ? 1 : 0;
}

void ValueLogical(const NodeView& node, OutputFacts& out) {
  const auto* a = node.ints(0);
  const auto* b = node.ints(1);
  if (a == nullptr || b == nullptr || !ContentFits(out)) return;
  out.SetInts(0, CombineContent(node, *out.fact(0).shape, *a, *b, [&](int64_t x, int64_t y) {
                return LogicalResult(node.op(), x != 0, y != 0);
              }));
}

absl::Status InferNot(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kBool, node.shape(0));
  return absl::OkStatus();
}

void ValueNot(const NodeView& node, OutputFacts& out) {
  if (const auto* x = node.ints(0); x != nullptr && ContentFits(out)) {
    out.SetInts(0, MapContent(*x, [](int64_t v) -> int64_t { return v == 0 ? 1 : 0; }));
  }
}

void WorkLogical(const NodeView& node, Work& work) { work.integer_ops = node.out_elements(0); }

OperatorRule Logical(std::string_view op) {
  return {.op = op,
          .versions = {1, 7},
          .op_class = OperatorClass::kElementwise,
          .infer = InferBroadcastBool,
          .value = ValueLogical,
          .work = WorkLogical,
          .formula = "y integer operations",
          .source = "ONNX operator text: one operation per element of the broadcast result",
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> LogicalRules() {
  std::vector<OperatorRule> rules = {Logical("And"), Logical("Or"), Logical("Xor")};
  rules.push_back({.op = "Not",
                   .versions = {1},
                   .op_class = OperatorClass::kElementwise,
                   .infer = InferNot,
                   .value = ValueNot,
                   .work = WorkLogical,
                   .formula = "y integer operations",
                   .source = "ONNX operator Not"});
  return rules;
}

}  // namespace roofline
