#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr int64_t kMaxBlock = int64_t{1} << 31;  // its square stays within int64

absl::StatusOr<int64_t> BlockSize(const NodeView& node) {
  const int64_t block = node.attr_int("blocksize", 0);
  if (block < 1 || block >= kMaxBlock) {
    return node.Conflict(fmt::format("blocksize is {}, expected 1 or more", block));
  }
  if (Rank(node.shape(0)) != 4) return node.Conflict("expected NCHW: rank 4");
  return block;
}

absl::Status InferDepthToSpace(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int64_t block, BlockSize(node));
  const Shape& x = node.shape(0);
  if (x[1] % (block * block) != 0) {
    return node.Conflict(
        fmt::format("{} channels do not split into blocks of {} x {}", x[1], block, block));
  }
  const Count height = Count(x[2]) * block;
  const Count width = Count(x[3]) * block;
  if (!height.ok() || !width.ok()) return node.Conflict("the image extents overflow int64");
  out.Set(0, node.dtype(0), {x[0], x[1] / (block * block), height.value(), width.value()});
  return absl::OkStatus();
}

absl::Status InferSpaceToDepth(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int64_t block, BlockSize(node));
  const Shape& x = node.shape(0);
  if (x[2] % block != 0 || x[3] % block != 0) {
    return node.Conflict(
        fmt::format("{} x {} does not split into blocks of {}", x[2], x[3], block));
  }
  const Count channels = Count(x[1]) * (block * block);
  if (!channels.ok()) return node.Conflict("the channels overflow int64");
  out.Set(0, node.dtype(0), {x[0], channels.value(), x[2] / block, x[3] / block});
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> DepthToSpaceRules() {
  return {
      {.op = "DepthToSpace",
       .versions = {1, 11, 13},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferDepthToSpace,
       .formula = "no arithmetic; reads x, writes y",
       .source = "ONNX operator DepthToSpace"},
      {.op = "SpaceToDepth",
       .versions = {1, 13},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferSpaceToDepth,
       .formula = "no arithmetic; reads x, writes y",
       .source = "ONNX operator SpaceToDepth"},
  };
}

}  // namespace roofline
