#include <algorithm>
#include <optional>

#include "costmodel/fusion/growth.h"
#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

// Layers between a product and the softmax, or in front of an operand.
constexpr int kAttentionMaxSteps = 6;

void Insert(size_t layer, std::vector<size_t>& layers) {
  const auto at = std::lower_bound(layers.begin(), layers.end(), layer);
  if (at == layers.end() || *at != layer) layers.insert(at, layer);
}

// A free layer whose output one operand alone reads.
bool OnlyFeeds(const Flow& flow, const Groups& groups, size_t layer) {
  return layer != Flow::kNone && groups.Free(layer) && flow.Users(layer).size() == 1 &&
         !flow.Leaves(layer) && !flow.Escapes(layer);
}

// The operand of a layer between QK and softmax that holds the scores.
size_t ScoresInto(const Flow& flow, const Groups& groups, size_t layer) {
  size_t found = Flow::kNone;
  for (size_t i = 0; i < flow.layer(layer).node->inputs.size(); ++i) {
    const size_t producer = flow.Producer(layer, i);
    if (!OnlyFeeds(flow, groups, producer) || flow.Elements(producer) != flow.Elements(layer))
      continue;
    if (flow.Is(producer, "MatMul")) return producer;
    if (flow.IsView(producer) || IsPointwise(flow, producer)) found = producer;
  }
  return found;
}

// Q K^T and what scales and masks it, ascending, the product first; empty when there is none.
std::vector<size_t> ScoresOf(const Flow& flow, const Groups& groups, size_t softmax) {
  std::vector<size_t> layers = {softmax};
  size_t layer = softmax;
  for (int step = 0; step < kAttentionMaxSteps; ++step) {
    layer = ScoresInto(flow, groups, layer);
    if (layer == Flow::kNone) return {};
    Insert(layer, layers);
    if (flow.Is(layer, "MatMul")) return layers;
  }
  return {};
}

bool ByScalar(const Flow& flow, size_t layer) {
  return (flow.Is(layer, "Mul") || flow.Is(layer, "Div")) &&
         (flow.OperandElements(layer, 0) == Count(1) || flow.OperandElements(layer, 1) == Count(1));
}

// An attention kernel reads its operands in any layout, scales them on the way and reads a head of
// K and V for several of Q.
void AddLayoutBefore(const Flow& flow, const Groups& groups, size_t layer, size_t operand,
                     std::vector<size_t>& layers) {
  for (int step = 0; step < kAttentionMaxSteps; ++step) {
    layer = flow.Producer(layer, operand);
    if (!OnlyFeeds(flow, groups, layer)) return;
    if (!flow.IsView(layer) && !flow.Is(layer, "Transpose") && !flow.Is(layer, "Expand") &&
        !ByScalar(flow, layer))
      return;
    Insert(layer, layers);
    operand = ByScalar(flow, layer) && flow.OperandElements(layer, 0) == Count(1) ? 1 : 0;
  }
}

size_t ProductBehind(const Flow& flow, size_t softmax, const std::vector<size_t>& layers) {
  for (const size_t layer : layers) {
    if (layer > softmax && flow.Is(layer, "MatMul")) return layer;
  }
  return Flow::kNone;
}

}  // namespace

LayerGroup MatchAttention(const Flow& flow, const Groups& groups, size_t anchor) {
  if (!flow.Is(anchor, "Softmax")) return {};
  const std::vector<size_t> scores = ScoresOf(flow, groups, anchor);
  if (scores.empty()) return {};
  std::vector<size_t> layers =
      Grow(flow, groups, scores, [&](const std::vector<size_t>& members, size_t layer) {
        if (ProductBehind(flow, anchor, members) != Flow::kNone)
          return flow.IsView(layer) || flow.Is(layer, "Transpose");
        return flow.IsView(layer) || flow.Is(layer, "MatMul") ||
               (IsPointwise(flow, layer) && flow.Elements(layer) == flow.Elements(anchor));
      });
  const size_t product = ProductBehind(flow, anchor, layers);
  if (product == Flow::kNone) return {};
  AddLayoutBefore(flow, groups, scores.front(), 0, layers);
  AddLayoutBefore(flow, groups, scores.front(), 1, layers);
  AddLayoutBefore(flow, groups, product, 1, layers);
  return {.layers = std::move(layers)};
}

}  // namespace roofline
