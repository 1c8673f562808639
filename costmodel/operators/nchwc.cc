#include <fmt/format.h>

#include <utility>

#include "costmodel/operators/convolution.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// ONNX Runtime's blocked layout: channels padded to the block size of the machine, 8 or 16. Shapes
// read as [N, C padded, H, W]. Pooling in it is in pooling.cc.
constexpr std::string_view kNchwcDomain = "com.microsoft.nchwc";
constexpr int64_t kSmallBlock = 8;   // AVX, AVX2, Neon
constexpr int64_t kLargeBlock = 16;  // AVX-512

// Filters are padded as well, so W and not X tells the channels that are multiplied.
absl::Status InferNchwcConv(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, ConvShape(node, node.shape(0), node.shape(1), ChannelOrder::kFirst,
                                      ChannelCheck::kNone));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkNchwcConv(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.macs = y * MacsPerElement(node.shape(1));
  for (const int addend : {2, 3}) {  // bias, sum
    if (node.has_input(addend)) work.arithmetic += y;
  }
  AddActivation(work, node.attr_string("activation", ""), y);
}

absl::Status InferReorderInput(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2) return node.Conflict("expected X of rank 2 or more");
  const ChannelOrder order = ChannelOrderOf(node);
  const int64_t channels = Channels(x, order);
  const Count padded = CeilDiv(channels, kSmallBlock) * kSmallBlock;
  if (!padded.ok()) return node.Conflict("the padded channels overflow int64");
  const Mark mark = channels % kLargeBlock == 0 ? Mark::kExact : Mark::kAssumed;
  out.Set(0, node.dtype(0),
          ImageShape(x[0], padded.value(), SpatialExtents(x, order), ChannelOrder::kFirst), mark);
  return absl::OkStatus();
}

absl::Status InferReorderOutput(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const int64_t channels = node.attr_int("channels", 0);
  if (Rank(x) < 2 || channels < 1) {
    return node.Conflict("expected X of rank 2 or more and an attribute channels of 1 or more");
  }
  const Shape spatial = SpatialExtents(x, ChannelOrder::kFirst);
  out.Set(0, node.dtype(0), ImageShape(x[0], channels, spatial, ChannelOrderOf(node)));
  return absl::OkStatus();
}

absl::Status InferUpsample(const NodeView& node, OutputFacts& out) {
  const std::vector<int64_t>* scales = node.attr_ints("scales");
  Shape y = node.shape(0);
  if (scales == nullptr || scales->size() != y.size()) {
    return node.Conflict("expected one scale per dimension");
  }
  for (size_t i = 0; i < y.size(); ++i) {
    const Count extent = (*scales)[i] < 1 ? Count::Overflow() : Count(y[i]) * (*scales)[i];
    if (!extent.ok()) return node.Conflict("scales must be 1 or more and within int64");
    y[i] = extent.value();
  }
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// Linear interpolation blends four neighbours: three blends of a subtraction and an FMA.
void WorkUpsample(const NodeView& node, Work& work) {
  if (node.attr_string("mode", "nearest") != "linear") return;
  work.arithmetic = Count(3) * node.out_elements(0);
  work.fmas = Count(3) * node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> NchwcRules() {
  return {
      {.op = "Conv",
       .domain = kNchwcDomain,
       .versions = {1},
       .op_class = OperatorClass::kConvolution,
       .infer = InferNchwcConv,
       .work = WorkNchwcConv,
       .formula = "MACs = y * (Cin/group) * prod(kernel), channels padded to blocks; bias and sum "
                  "y additions each; a fused activation as its operator",
       .source = "ONNX Runtime operator Conv in com.microsoft.nchwc",
       .min_inputs = 2},
      {.op = "ReorderInput",
       .domain = kNchwcDomain,
       .versions = {1},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferReorderInput,
       .formula = "no arithmetic; channels padded to a multiple of 8",
       .source = "ONNX Runtime operator ReorderInput; a block is 8 channels, 16 with AVX-512"},
      {.op = "ReorderOutput",
       .domain = kNchwcDomain,
       .versions = {1},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferReorderOutput,
       .formula = "no arithmetic",
       .source = "ONNX Runtime operator ReorderOutput"},
      {.op = "Upsample",
       .domain = kNchwcDomain,
       .versions = {1},
       .op_class = OperatorClass::kResize,
       .infer = InferUpsample,
       .work = WorkUpsample,
       .formula = "nearest: no arithmetic; linear: 3y subtractions and 3y FMAs",
       .source = "ONNX Runtime operator Upsample in com.microsoft.nchwc"},
  };
}

}  // namespace roofline
