#include "costmodel/operators/convolution.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

constexpr std::string_view kConvTransposeFormula =
    "MACs = x * (Cout/group) * prod(kernel), x = input elements; with bias + y additions";
constexpr std::string_view kConvTransposeSource =
    "ONNX operator ConvTranspose: every input element is spread over its window";

// X [N, C, D1..Dn], W [C, M/group, k1..kn], B [M] -> Y [N, M, O1..On], or with channels last.
absl::Status InferConvTranspose(const NodeView& node, OutputFacts& out) {
  const ChannelOrder order = ChannelOrderOf(node);
  ASSIGN_OR_RETURN(Shape y, ConvTransposeShape(node, node.shape(0), node.shape(1), order));
  RETURN_IF_ERROR(CheckBias(node, 2, Channels(y, order)));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkConvTranspose(const NodeView& node, Work& work) {
  work.macs = node.elements(0) * MacsPerElement(node.shape(1));
  if (node.has_input(2)) work.arithmetic += node.out_elements(0);
  AddActivation(work, node.attr_string("activation", ""), node.out_elements(0));
}

// ONNX Runtime's form: pads are input 2, the bias is input 3.
absl::Status InferDynamicPads(const NodeView& node, OutputFacts& out) {
  const std::vector<int64_t>* pads = node.ints(2);
  if (node.has_input(2) && pads == nullptr) return node.NeedsValue(2, "the padding");
  ASSIGN_OR_RETURN(
      Shape y, ConvTransposeShape(node, node.shape(0), node.shape(1), ChannelOrder::kFirst, pads));
  RETURN_IF_ERROR(CheckBias(node, 3, y[1]));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkDynamicPads(const NodeView& node, Work& work) {
  work.macs = node.elements(0) * MacsPerElement(node.shape(1));
  if (node.has_input(3)) work.arithmetic += node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> ConvTransposeRules() {
  const OperatorRule rule = {.op = "ConvTranspose",
                             .versions = {1, 11, 22},
                             .op_class = OperatorClass::kConvolution,
                             .infer = InferConvTranspose,
                             .work = WorkConvTranspose,
                             .formula = kConvTransposeFormula,
                             .source = kConvTransposeSource,
                             .min_inputs = 2};
  OperatorRule channels_last = rule;
  channels_last.domain = "com.ms.internal.nhwc";
  OperatorRule dynamic_pads = rule;
  dynamic_pads.op = "ConvTransposeWithDynamicPads";
  dynamic_pads.domain = "com.microsoft";
  dynamic_pads.versions = {1};
  dynamic_pads.infer = InferDynamicPads;
  dynamic_pads.work = WorkDynamicPads;
  return {rule, channels_last, dynamic_pads};
}

}  // namespace roofline
