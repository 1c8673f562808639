#include "costmodel/operators/convolution.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// Operand positions of the QLinear forms: x, x_scale, x_zero_point, w, w_scale, w_zero_point,
// y_scale, y_zero_point, B.
constexpr int kFilter = 3;
constexpr int kOutputZeroPoint = 7;
constexpr int kBias = 8;
// Scales, which are float constants but no parameters.
constexpr uint32_t kScales = 1U << 1 | 1U << 4 | 1U << 6;

DType QuantizedType(const NodeView& node) {
  return node.has_input(kOutputZeroPoint) ? node.dtype(kOutputZeroPoint) : node.dtype(0);
}

absl::Status InferConvInteger(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, ConvShape(node, node.shape(0), node.shape(1), ChannelOrder::kFirst));
  out.Set(0, DType::kInt32, std::move(y));
  return absl::OkStatus();
}

void WorkConvInteger(const NodeView& node, Work& work) {
  work.macs = node.out_elements(0) * MacsPerElement(node.shape(1));
}

absl::Status InferQLinearConv(const NodeView& node, OutputFacts& out) {
  const Shape& w = node.shape(kFilter);
  ASSIGN_OR_RETURN(Shape y, ConvShape(node, node.shape(0), w, ChannelOrderOf(node)));
  RETURN_IF_ERROR(CheckBias(node, kBias, w[0]));
  out.Set(0, QuantizedType(node), std::move(y));
  return absl::OkStatus();
}

absl::Status InferQLinearConvTranspose(const NodeView& node, OutputFacts& out) {
  const ChannelOrder order = ChannelOrderOf(node);
  ASSIGN_OR_RETURN(Shape y, ConvTransposeShape(node, node.shape(0), node.shape(kFilter), order));
  RETURN_IF_ERROR(CheckBias(node, kBias, Channels(y, order)));
  out.Set(0, QuantizedType(node), std::move(y));
  return absl::OkStatus();
}

void AddOutputStage(const NodeView& node, Work& work) {
  if (node.has_input(kBias)) work.integer_ops += node.out_elements(0);
  AddRequantization(work, node.out_elements(0));
}

void WorkQLinearConv(const NodeView& node, Work& work) {
  work.macs = node.out_elements(0) * MacsPerElement(node.shape(kFilter));
  AddOutputStage(node, work);
}

void WorkQLinearConvTranspose(const NodeView& node, Work& work) {
  work.macs = node.elements(0) * MacsPerElement(node.shape(kFilter));
  AddOutputStage(node, work);
}

}  // namespace

std::vector<OperatorRule> QuantizedConvolutionRules() {
  const OperatorRule qlinear = {
      .op = "QLinearConv",
      .versions = {10},
      .op_class = OperatorClass::kConvolution,
      .infer = InferQLinearConv,
      .work = WorkQLinearConv,
      .formula =
          "MACs = y * (Cin/group) * prod(kernel); bias y integer additions; requantisation "
          "3y arithmetic, 2y comparisons; zero points fold into the bias",
      .source = "ONNX operator QLinearConv",
      .min_inputs = 4,
      .buffer_inputs = kScales};
  OperatorRule microsoft = qlinear;
  microsoft.domain = "com.microsoft";
  microsoft.versions = {1};
  microsoft.source = "ONNX Runtime operator QLinearConv: channels_last allowed";
  OperatorRule nhwc = qlinear;
  nhwc.domain = "com.ms.internal.nhwc";
  OperatorRule transposed = microsoft;
  transposed.op = "QLinearConvTranspose";
  transposed.infer = InferQLinearConvTranspose;
  transposed.work = WorkQLinearConvTranspose;
  transposed.formula =
      "MACs = x * (Cout/group) * prod(kernel); bias and requantisation as QLinearConv";
  transposed.source = "ONNX Runtime operator QLinearConvTranspose";
  OperatorRule transposed_nhwc = transposed;
  transposed_nhwc.domain = "com.ms.internal.nhwc";
  return {
      {.op = "ConvInteger",
       .versions = {10},
       .op_class = OperatorClass::kConvolution,
       .infer = InferConvInteger,
       .work = WorkConvInteger,
       .formula = "MACs = y * (Cin/group) * prod(kernel); zero points fold into one offset per "
                  "filter",
       .source = "ONNX operator ConvInteger",
       .min_inputs = 2},
      qlinear,
      microsoft,
      nhwc,
      transposed,
      transposed_nhwc,
  };
}

}  // namespace roofline
