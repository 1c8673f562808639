#include <fmt/format.h>

#include "costmodel/operators/convolution.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// X [N, C, D1..Dn], W [M, C/group, k1..kn], B [M] -> Y [N, M, O1..On]; X and Y may have their
// channels last. Fused forms add Z, of Y's shape.
absl::Status InferConv(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, ConvShape(node, node.shape(0), node.shape(1), ChannelOrderOf(node)));
  RETURN_IF_ERROR(CheckBias(node, 2, node.shape(1)[0]));
  if (node.has_shape(3) && node.shape(3) != y) {
    return node.Conflict(fmt::format("Z is not of the output's shape {}", ShapeText(y)));
  }
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkConv(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.macs = y * MacsPerElement(node.shape(1));
  if (node.has_input(2)) work.arithmetic += y;
  if (node.has_input(3)) work.arithmetic += y;
  AddActivation(work, node.attr_string("activation", ""), y);
}

OperatorRule ConvRule(std::string_view domain, std::string_view op, std::vector<int> versions) {
  return {.op = op,
          .domain = domain,
          .versions = std::move(versions),
          .op_class = OperatorClass::kConvolution,
          .infer = InferConv,
          .work = WorkConv,
          .formula =
              "MACs = y * (Cin/group) * prod(kernel); with bias + y additions; a fused "
              "addend y additions, a fused activation as its operator",
          .source = "ONNX operator Conv: every output element is a dot product over its window",
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> ConvolutionRules() {
  return {
      ConvRule("", "Conv", {1, 11, 22}),
      ConvRule("com.microsoft", "FusedConv", {1}),
      ConvRule("com.microsoft", "NhwcConv", {1}),
      ConvRule("com.microsoft", "NhwcFusedConv", {1}),
      ConvRule("com.ms.internal.nhwc", "Conv", {1, 11, 22}),
  };
}

}  // namespace roofline
