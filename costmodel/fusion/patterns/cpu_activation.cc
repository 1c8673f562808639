#include <algorithm>

#include "costmodel/fusion/growth.h"
#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

size_t CountIn(const Flow& flow, const std::vector<size_t>& layers, std::string_view op) {
  return static_cast<size_t>(std::count_if(layers.begin(), layers.end(),
                                           [&](size_t layer) { return flow.Is(layer, op); }));
}

// Where an activation in small layers starts: its argument, made by the anchor itself where that
// adds a bias.
struct Argument {
  ValueId value;
  bool biased = false;
};

Argument ArgumentOf(const Flow& flow, size_t anchor) {
  const std::vector<ValueId>& inputs = flow.layer(anchor).node->inputs;
  const bool second = inputs.size() > 1 && flow.IsConstant(anchor, 0);
  const size_t constant = second ? 0 : 1;
  const bool biased = flow.Is(anchor, "Add") && flow.IsConstant(anchor, constant) &&
                      !flow.IsScalar(anchor, constant);
  return {biased ? flow.layer(anchor).node->outputs[0] : inputs[second ? 1 : 0], biased};
}

// The layer reads the argument, single constants and members alone.
bool StaysInside(const Flow& flow, const Argument& argument, const std::vector<size_t>& members,
                 size_t layer) {
  const std::vector<ValueId>& inputs = flow.layer(layer).node->inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].valid() || flow.IsScalar(layer, i) || inputs[i] == argument.value) continue;
    const size_t producer = flow.Producer(layer, i);
    if (std::find(members.begin(), members.end(), producer) == members.end()) return false;
  }
  return true;
}

// From the anchor to where `done` says that the activation is complete; empty when it is not.
template <class Done>
std::vector<size_t> ActivationFrom(const Flow& flow, const Groups& groups, size_t anchor,
                                   const Done& done) {
  if (!IsPointwise(flow, anchor) || flow.layer(anchor).node->inputs.empty()) return {};
  const Argument argument = ArgumentOf(flow, anchor);
  std::vector<size_t> layers =
      Grow(flow, groups, {anchor}, [&](const std::vector<size_t>& members, size_t layer) {
        return !done(members) && IsPointwise(flow, layer) &&
               flow.Elements(layer) == flow.Elements(anchor) &&
               StaysInside(flow, argument, members, layer);
      });
  return done(layers) ? layers : std::vector<size_t>{};
}

}  // namespace

LayerGroup MatchCpuGelu(const Flow& flow, const Groups& groups, size_t anchor) {
  const auto done = [&](const std::vector<size_t>& layers) {
    const bool exact = CountIn(flow, layers, "Erf") == 1 && CountIn(flow, layers, "Mul") >= 2;
    const bool approximate = CountIn(flow, layers, "Tanh") == 1 &&
                             CountIn(flow, layers, "Mul") >= 3 && !flow.Is(layers.back(), "Tanh") &&
                             !flow.Is(layers.back(), "Add");
    return exact || approximate;
  };
  return {.layers = ActivationFrom(flow, groups, anchor, done)};
}

LayerGroup MatchCpuSilu(const Flow& flow, const Groups& groups, size_t anchor) {
  if (!flow.Is(anchor, "Sigmoid") && !flow.Is(anchor, "Mul")) return {};
  const auto done = [&](const std::vector<size_t>& layers) {
    return !layers.empty() && CountIn(flow, layers, "Sigmoid") == 1 &&
           flow.Is(layers.back(), "Mul");
  };
  return {.layers = ActivationFrom(flow, groups, anchor, done)};
}

}  // namespace roofline
