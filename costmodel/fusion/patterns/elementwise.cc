#include <algorithm>

#include "costmodel/fusion/growth.h"
#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

// Layers on tensors of one size: a result of another size is another loop.
std::vector<size_t> ChainFrom(const Flow& flow, const Groups& groups, size_t first) {
  if (!IsPointwise(flow, first)) return {};
  return Grow(flow, groups, {first}, [&](const std::vector<size_t>&, size_t layer) {
    return flow.IsView(layer) ||
           (IsPointwise(flow, layer) && flow.Elements(layer) == flow.Elements(first));
  });
}

size_t CountOf(const Flow& flow, const std::vector<size_t>& layers, std::string_view op) {
  return static_cast<size_t>(std::count_if(layers.begin(), layers.end(),
                                           [&](size_t layer) { return flow.Is(layer, op); }));
}

}  // namespace

LayerGroup MatchGelu(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = ChainFrom(flow, groups, anchor)};
  const bool exact = CountOf(flow, group.layers, "Erf") == 1;
  const bool approximate = CountOf(flow, group.layers, "Tanh") == 1;
  if (!(exact || approximate) || CountOf(flow, group.layers, "Mul") < 2) return {};
  return group;
}

LayerGroup MatchSilu(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = ChainFrom(flow, groups, anchor)};
  if (CountOf(flow, group.layers, "Sigmoid") != 1 || CountOf(flow, group.layers, "Mul") == 0)
    return {};
  return group;
}

LayerGroup MatchElementwiseChain(const Flow& flow, const Groups& groups, size_t anchor) {
  return {.layers = ChainFrom(flow, groups, anchor)};
}

}  // namespace roofline
