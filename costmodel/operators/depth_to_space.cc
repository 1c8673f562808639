#include <fmt/format.h>

#include "costmodel/operators/layout.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr int64_t kMaxBlock = int64_t{1} << 31;  // its square stays within int64

absl::StatusOr<int64_t> BlockSize(const NodeView& node) {
  const int64_t block = node.attr_int("blocksize", 0);
  if (block < 1 || block >= kMaxBlock) {
    return node.Conflict(fmt::format("blocksize is {}, expected 1 or more", block));
  }
  if (Rank(node.shape(0)) != 4) return node.Conflict("expected an image: rank 4");
  return block;
}

absl::Status InferDepthToSpace(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int64_t block, BlockSize(node));
  const Shape& x = node.shape(0);
  const ChannelOrder order = ChannelOrderOf(node);
  const int64_t channels = Channels(x, order);
  if (channels % (block * block) != 0) {
    return node.Conflict(
        fmt::format("{} channels do not split into blocks of {} x {}", channels, block, block));
  }
  Shape image = SpatialExtents(x, order);
  for (int64_t& extent : image) {
    const Count grown = Count(extent) * block;
    if (!grown.ok()) return node.Conflict("the image extents overflow int64");
    extent = grown.value();
  }
  out.Set(0, node.dtype(0), ImageShape(x[0], channels / (block * block), image, order));
  return absl::OkStatus();
}

absl::Status InferSpaceToDepth(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int64_t block, BlockSize(node));
  const Shape& x = node.shape(0);
  const ChannelOrder order = ChannelOrderOf(node);
  Shape image = SpatialExtents(x, order);
  if (image[0] % block != 0 || image[1] % block != 0) {
    return node.Conflict(
        fmt::format("{} x {} does not split into blocks of {}", image[0], image[1], block));
  }
  for (int64_t& extent : image) extent /= block;
  const Count channels = Count(Channels(x, order)) * (block * block);
  if (!channels.ok()) return node.Conflict("the channels overflow int64");
  out.Set(0, node.dtype(0), ImageShape(x[0], channels.value(), image, order));
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> DepthToSpaceRules() {
  std::vector<OperatorRule> rules;
  for (const std::string_view domain : {"", "com.ms.internal.nhwc"}) {
    rules.push_back({.op = "DepthToSpace",
                     .domain = domain,
                     .versions = {1, 11, 13},
                     .op_class = OperatorClass::kDataMovement,
                     .infer = InferDepthToSpace,
                     .formula = "no arithmetic; reads x, writes y",
                     .source = "ONNX operator DepthToSpace"});
    rules.push_back({.op = "SpaceToDepth",
                     .domain = domain,
                     .versions = {1, 13},
                     .op_class = OperatorClass::kDataMovement,
                     .infer = InferSpaceToDepth,
                     .formula = "no arithmetic; reads x, writes y",
                     .source = "ONNX operator SpaceToDepth"});
  }
  return rules;
}

}  // namespace roofline
