#include <algorithm>

#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

// The only layer that reads this one, if it is free and this operator.
size_t OnlyUser(const Flow& flow, const Groups& groups, size_t layer, std::string_view op) {
  if (flow.Users(layer).size() != 1) return Flow::kNone;
  const size_t user = flow.Users(layer).front();
  return groups.Free(user) && flow.Is(user, op) ? user : Flow::kNone;
}

bool CutsHalf(const Flow& flow, const Groups& groups, size_t layer) {
  return layer != Flow::kNone && groups.Free(layer) &&
         (flow.Is(layer, "Slice") || flow.Is(layer, "Split"));
}

}  // namespace

// x * cos + concat(-x2, x1) * sin, with x1 and x2 the halves of x.
LayerGroup MatchRotary(const Flow& flow, const Groups& groups, size_t anchor) {
  if (!flow.Is(anchor, "Concat") || flow.layer(anchor).node->inputs.size() != 2) return {};
  const size_t negated = flow.Producer(anchor, 0);
  if (negated == Flow::kNone || !groups.Free(negated) || !flow.Is(negated, "Neg")) return {};
  const size_t second = flow.Producer(negated, 0);
  const size_t first = flow.Producer(anchor, 1);
  if (!CutsHalf(flow, groups, first) || !CutsHalf(flow, groups, second)) return {};
  const ValueId x = flow.layer(first).node->inputs[0];
  if (flow.layer(second).node->inputs[0] != x) return {};
  const size_t by_sine = OnlyUser(flow, groups, anchor, "Mul");
  if (by_sine == Flow::kNone) return {};
  const size_t sum = OnlyUser(flow, groups, by_sine, "Add");
  if (sum == Flow::kNone) return {};
  const size_t by_cosine = flow.Producer(sum, flow.Producer(sum, 0) == by_sine ? 1 : 0);
  if (by_cosine == Flow::kNone || !groups.Free(by_cosine) || !flow.Is(by_cosine, "Mul")) return {};
  std::vector<size_t> layers = {first, second, negated, anchor, by_sine, by_cosine, sum};
  std::sort(layers.begin(), layers.end());
  layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
  if (!groups.IsClosed(layers)) return {};
  return {.layers = std::move(layers)};
}

}  // namespace roofline
