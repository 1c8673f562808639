#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/view.h"

namespace roofline {
namespace {

// A tensor, a sequence or an optional: whatever is known of it stays known.
absl::Status InferIdentity(const NodeView& node, OutputFacts& out) {
  if (!node.has_input(0)) return node.Conflict("expected an input");
  Fact same = node.input(0);
  same.mark = Mark::kExact;
  out.SetFact(0, std::move(same));
  return absl::OkStatus();
}

// Dropout-12 drops when its training_mode says so; the versions before it ran inference with
// is_test = 1 (1 to 6) or always (7, 10).
bool Trains(const NodeView& node) {
  const auto* training = node.ints(2);
  return training != nullptr && !training->empty() && training->front() != 0;
}

absl::Status InferDropout(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  out.Set(1, node.opset() < 10 ? node.dtype(0) : DType::kBool, node.shape(0));
  return absl::OkStatus();
}

void ValueDropout(const NodeView& node, OutputFacts& out) {
  if (!Trains(node)) ValueOfView(node, out);
}

void WorkDropout(const NodeView& node, Work& work) {
  if (Trains(node)) {
    work.arithmetic = Count(2) * node.elements(0);
    return;
  }
  const Count mask_bytes = node.has_output(1) ? work.write_bytes[1] : Count(0);
  WorkOfView(node, work);
  if (node.has_output(1)) work.write_bytes[1] = mask_bytes;
}

}  // namespace

std::vector<OperatorRule> IdentityRules() {
  return {
      {.op = "Dropout",
       .versions = {1, 6, 7, 10, 12, 13, 22},
       .op_class = OperatorClass::kView,
       .infer = InferDropout,
       .value = ValueDropout,
       .work = WorkDropout,
       .formula = "inference: a view, a used mask is written; training_mode: 2x arithmetic",
       .source = "ONNX operator Dropout: y = scale * x * mask, the identity outside of training",
       .buffer_inputs = 1U << 1,
       .value_needs = ValueNeeds::kShapes},
      {.op = "Identity",
       .versions = {1, 13, 14, 16, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferIdentity,
       .value = nullptr,
       .work = WorkOfView,
       .formula = "a view: no arithmetic, no traffic",
       .source = "ONNX operator Identity",
       .min_inputs = 0},
  };
}

}  // namespace roofline
