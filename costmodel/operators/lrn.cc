#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferLrn(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) < 2) return node.Conflict("expected X of rank 2 or more");
  const int64_t size = node.attr_int("size", 0);
  if (size < 1) return node.Conflict(fmt::format("size is {}, expected 1 or more", size));
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkLrn(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.arithmetic = n + n * (Count(node.attr_int("size", 1)) - Count(1)) + n;
  work.fmas = n;
  work.transcendentals = n;
}

}  // namespace

std::vector<OperatorRule> LrnRules() {
  const OperatorRule rule = {
      .op = "LRN",
      .versions = {1, 13},
      .op_class = OperatorClass::kNormalization,
      .infer = InferLrn,
      .work = WorkLrn,
      .formula =
          "n squares, n*(size-1) additions, n FMAs (bias + alpha/size * sum), n powers, n "
          "divisions",
      .source = "ONNX operator LRN; squares are shared between windows"};
  OperatorRule channels_last = rule;
  channels_last.domain = "com.ms.internal.nhwc";
  return {rule, channels_last};
}

}  // namespace roofline
