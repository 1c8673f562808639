#include <memory>
#include <optional>
#include <utility>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferOptional(const NodeView& node, OutputFacts& out) {
  Fact fact;
  fact.kind = TypeKind::kOptional;
  std::vector<Fact> element;
  if (node.has_input(0)) element.push_back(node.input(0));
  fact.elements = std::make_shared<const std::vector<Fact>>(std::move(element));
  out.SetFact(0, std::move(fact));
  return absl::OkStatus();
}

// From version 18 on a tensor or a sequence stands for itself.
absl::Status InferGetElement(const NodeView& node, OutputFacts& out) {
  if (!node.has_input(0)) return node.Conflict("input 0 is required");
  const Fact& x = node.input(0);
  if (x.kind != TypeKind::kOptional) {
    out.SetFact(0, x);
  } else if (x.elements && !x.elements->empty()) {
    out.SetFact(0, x.elements->front());
  } else if (x.elements && x.length_known) {
    return node.Conflict("the optional is empty");
  }
  return absl::OkStatus();
}

absl::Status InferHasElement(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kBool, {});
  if (!node.has_input(0)) {
    out.SetInts(0, {0});
    return absl::OkStatus();
  }
  const Fact& x = node.input(0);
  if (x.kind != TypeKind::kOptional) {
    out.SetInts(0, {1});
  } else if (x.elements && x.length_known) {
    out.SetInts(0, {x.elements->empty() ? 0 : 1});
  }
  return absl::OkStatus();
}

// An optional holds its element by reference.
void WorkOfOptional(const NodeView& /*node*/, Work& work) {
  for (Count& bytes : work.read_bytes) bytes = 0;
  for (Count& bytes : work.write_bytes) bytes = 0;
}

OperatorRule Rule(std::string_view op, InferRule infer, std::vector<int> versions) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kSequence,
          .infer = infer,
          .work = WorkOfOptional,
          .formula = "nothing: the element is held by reference",
          .source = "ONNX operator of this name",
          .min_inputs = 0};
}

}  // namespace

std::vector<OperatorRule> OptionalRules() {
  return {
      Rule("Optional", InferOptional, {15}),
      Rule("OptionalGetElement", InferGetElement, {15, 18}),
      Rule("OptionalHasElement", InferHasElement, {15, 18}),
  };
}

}  // namespace roofline
