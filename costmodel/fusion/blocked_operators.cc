#include "costmodel/fusion/blocked_operators.h"

#include <algorithm>
#include <vector>

#include "costmodel/operators/node_view.h"

namespace roofline {
namespace {

constexpr size_t kImageRank = 4;

bool IsImage(const NodeView& node, int operand) {
  return node.has_shape(operand) && node.shape(operand).size() == kImageRank &&
         node.dtype(operand) == DType::kFloat32;
}

bool IsDequantized(const Flow& flow, size_t layer) {
  const size_t producer = flow.Producer(layer, 0);
  return producer != Flow::kNone && flow.Is(producer, "DequantizeLinear");
}

bool HasWholeFactors(const NodeView& node) {
  const Shape& from = node.shape(0);
  const Shape& to = node.out_shape(0);
  if (to.size() != from.size()) return false;
  for (size_t i = 0; i < from.size(); ++i) {
    if (from[i] <= 0 || to[i] % from[i] != 0) return false;
  }
  return from[0] == to[0] && from[1] == to[1];
}

bool IsBlockedResize(const Flow& flow, size_t layer, const NodeView& node) {
  if (!flow.Is(layer, "Resize") && !flow.Is(layer, "Upsample")) return false;
  if (node.attr_string("mode", "nearest") != "nearest" || !HasWholeFactors(node)) return false;
  return flow.Is(layer, "Upsample") ||
         (node.attr_string("coordinate_transformation_mode", "half_pixel") == "asymmetric" &&
          node.attr_string("nearest_mode", "round_prefer_floor") == "floor");
}

bool FillsBlocks(const NodeView& node, int operand) { return node.shape(operand)[1] % kBlock == 0; }

}  // namespace

bool MakesBlocks(const Flow& flow, size_t layer) {
  if (!flow.Is(layer, "Conv") || !flow.IsConstant(layer, 1) || IsDequantized(flow, layer))
    return false;
  const NodeView node = flow.layer(layer).view();
  if (!IsImage(node, 0) || !IsImage(node, 1)) return false;
  const int64_t groups = node.attr_int("group", 1);
  const int64_t out = node.shape(1)[0];
  const int64_t in = node.shape(1)[1];  // of one group
  if (groups <= 1) return in < kBlock || in % 4 == 0;
  if (out % kBlock != 0) return false;
  return (in == 1 && out == groups) || (in % kBlock == 0 && (out / groups) % kBlock == 0);
}

bool NeedsBlocks(const Flow& flow, size_t layer) {
  const NodeView node = flow.layer(layer).view();
  return node.attr_int("group", 1) > 1 || node.shape(1)[1] >= kBlock;
}

bool IsBlockedPooling(const Flow& flow, size_t layer) {
  if (!flow.Is(layer, "MaxPool") && !flow.Is(layer, "AveragePool")) return false;
  const Layer& pooling = flow.layer(layer);
  const NodeView node = pooling.view();
  return pooling.node->outputs.size() == 1 && IsImage(node, 0) && FillsBlocks(node, 0);
}

bool PassesBlocks(const Flow& flow, size_t layer) {
  const NodeView node = flow.layer(layer).view();
  if (!IsImage(node, 0)) return false;
  if (flow.Is(layer, "GlobalAveragePool") || flow.Is(layer, "GlobalMaxPool"))
    return FillsBlocks(node, 0);
  if (flow.Is(layer, "BatchNormalization")) return flow.IsConstant(layer, 1);
  return flow.Is(layer, "Relu") || flow.Is(layer, "Sigmoid") || flow.Is(layer, "Tanh") ||
         flow.Is(layer, "Identity") || flow.Is(layer, "Dropout") ||
         IsBlockedResize(flow, layer, node);
}

bool JoinsBlocks(const Flow& flow, size_t layer) {
  const NodeView node = flow.layer(layer).view();
  const size_t operands = flow.layer(layer).inputs.size();
  const bool concat = flow.Is(layer, "Concat") && node.attr_int("axis", 0) == 1;
  const bool elementwise = flow.Is(layer, "Add") || flow.Is(layer, "Sum") || flow.Is(layer, "Mul");
  if (!concat && !elementwise) return false;
  for (size_t i = 0; i < operands; ++i) {
    const int operand = static_cast<int>(i);
    if (!IsImage(node, operand)) return false;
    if (concat ? !FillsBlocks(node, operand) : node.shape(operand) != node.shape(0)) return false;
  }
  return true;
}

bool IsChannelsLast(const Flow& flow, size_t layer) {
  if (!flow.Is(layer, "Transpose")) return false;
  const std::vector<int64_t>* order = flow.layer(layer).view().attr_ints("perm");
  return order != nullptr && *order == std::vector<int64_t>{0, 2, 3, 1};
}

}  // namespace roofline
