#include <fmt/format.h>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// ONNX Runtime's activations with an addend fused in front, and its biased forms.
// Output like input 0; every other input broadcasts to it.
absl::Status InferLikeFirst(const NodeView& node, OutputFacts& out) {
  for (int i = 1; i < node.num_inputs(); ++i) {
    if (!node.has_shape(i)) continue;
    const auto common = BroadcastShapes(node.shape(0), node.shape(i));
    if (!common || *common != node.shape(0)) {
      return node.Conflict(fmt::format("input {} does not broadcast to input 0", i));
    }
  }
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

// One addition per element for every input behind the first.
void AddAddends(const NodeView& node, Work& work) {
  for (int i = 1; i < node.num_inputs(); ++i) {
    if (node.has_input(i)) work.arithmetic += node.out_elements(0);
  }
}

void WorkContribGelu(const NodeView& node, Work& work) {
  AddAddends(node, work);
  AddActivation(work, "Gelu", node.out_elements(0));
}

void WorkFastGelu(const NodeView& node, Work& work) {
  AddAddends(node, work);
  AddActivation(work, "FastGelu", node.out_elements(0));
}

void WorkQuickGelu(const NodeView& node, Work& work) {
  AddActivation(work, "QuickGelu", node.out_elements(0));
}

// X [N, S, D] + bias, halved: left * Gelu(right).
absl::Status InferBiasSplitGelu(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  if (y.empty() || y.back() % 2 != 0) return node.Conflict("the last extent must be even");
  if (node.elements(1) != Count(y.back())) return node.Conflict("expected one bias per column");
  y.back() /= 2;
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkBiasSplitGelu(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.arithmetic = node.elements(0) + y;
  AddActivation(work, "Gelu", y);
}

void WorkGatedAdd(const NodeView& node, Work& work) { work.fmas = node.out_elements(0); }

void WorkAdditions(const NodeView& node, Work& work) { AddAddends(node, work); }

// Softmax of data + bias, the bias broadcast over outer or inner extents.
absl::Status InferBiasSoftmax(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(node.Axis(node.attr_int("axis", 1), Rank(node.shape(0))).status());
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkBiasSoftmax(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.comparisons = n;
  work.transcendentals = n;
  work.arithmetic = Count(4) * n;
}

// data, bias, residual, ratio, training_mode -> output and a mask (one bit per element when
// packed).
absl::Status InferBiasDropout(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  if (node.op().starts_with("Bitmask")) {
    const Count words = CeilDiv(node.elements(0), 32);
    if (!words.ok()) return node.Conflict("the mask overflows int64");
    out.Set(1, DType::kUint32, {words.value()});
  } else {
    out.Set(1, DType::kBool, node.shape(0));
  }
  return absl::OkStatus();
}

// Inference drops nothing; what stays is the bias and the residual.
void WorkBiasDropout(const NodeView& node, Work& work) {
  for (const int addend : {1, 2}) {
    if (node.has_input(addend)) work.arithmetic += node.elements(0);
  }
}

OperatorRule Elementwise(std::string_view op, InferRule infer, WorkRule work,
                         std::string_view formula, int min_inputs) {
  return {.op = op,
          .domain = kMicrosoft,
          .versions = {1},
          .op_class = OperatorClass::kActivation,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX Runtime contrib operators (docs/ContribOperators.md)",
          .min_inputs = min_inputs};
}

}  // namespace

std::vector<OperatorRule> ContribActivationRules() {
  OperatorRule bitmask_dropout =
      Elementwise("BitmaskDropout", InferBiasDropout, nullptr, "inference: moves its operand", 1);
  bitmask_dropout.op_class = OperatorClass::kElementwise;
  OperatorRule bias_softmax =
      Elementwise("BiasSoftmax", InferBiasSoftmax, WorkBiasSoftmax,
                  "n comparisons (maximum), n exp, 4n arithmetic (bias, shift, sum, divide)", 2);
  bias_softmax.op_class = OperatorClass::kSoftmax;
  return {
      bias_softmax,
      Elementwise("Gelu", InferLikeFirst, WorkContribGelu, "y erf, 4y arithmetic", 1),
      Elementwise("BiasGelu", InferLikeFirst, WorkContribGelu, "y erf, 4y arithmetic, y additions",
                  2),
      Elementwise("FastGelu", InferLikeFirst, WorkFastGelu,
                  "y tanh, 7y arithmetic; bias y additions", 1),
      Elementwise("QuickGelu", InferLikeFirst, WorkQuickGelu, "y exp, 4y arithmetic", 1),
      Elementwise("BiasSplitGelu", InferBiasSplitGelu, WorkBiasSplitGelu,
                  "x additions, Gelu on y, y multiplications", 2),
      Elementwise("BiasAdd", InferLikeFirst, WorkAdditions, "2y additions", 3),
      Elementwise("GatedAdd", InferLikeFirst, WorkGatedAdd, "y FMAs", 3),
      Elementwise("BiasDropout", InferBiasDropout, WorkBiasDropout,
                  "inference: bias y additions, residual y additions", 2),
      Elementwise("BitmaskBiasDropout", InferBiasDropout, WorkBiasDropout,
                  "inference: bias y additions, residual y additions", 2),
      bitmask_dropout,
  };
}

}  // namespace roofline
