#include "costmodel/fusion/pointwise.h"

#include <algorithm>

namespace roofline {
namespace {

bool IsFoldedBatchNorm(const Flow& flow, size_t layer) {
  if (!flow.Is(layer, "BatchNormalization")) return false;
  for (size_t i = 1; i < 5; ++i) {
    if (!flow.IsConstant(layer, i)) return false;
  }
  return true;
}

bool ComputesElements(const Flow& flow, size_t layer) {
  if (flow.layer(layer).node->domain.empty()) {
    return (flow.HasClass(layer, OperatorClass::kElementwise) &&
            !flow.Is(layer, "RotaryEmbedding")) ||
           flow.HasClass(layer, OperatorClass::kActivation) || flow.Is(layer, "QuantizeLinear") ||
           IsFoldedBatchNorm(flow, layer);
  }
  return flow.HasClass(layer, OperatorClass::kActivation) || flow.Is(layer, "QuantizeLinear");
}

}  // namespace

bool IsPointwise(const Flow& flow, size_t layer) {
  if (flow.layer(layer).node->outputs.size() != 1 || !ComputesElements(flow, layer)) return false;
  const Count elements = flow.Elements(layer);
  for (size_t i = 0; i < flow.layer(layer).inputs.size(); ++i) {
    if (flow.OperandElements(layer, i).value() > elements.value()) return false;
  }
  return true;
}

size_t OutsideOperands(const Flow& flow, const std::vector<size_t>& members, size_t layer) {
  size_t count = 0;
  for (size_t i = 0; i < flow.layer(layer).inputs.size(); ++i) {
    const size_t producer = flow.Producer(layer, i);
    const bool inside = producer != Flow::kNone &&
                        std::find(members.begin(), members.end(), producer) != members.end();
    const bool large = flow.OperandElements(layer, i) == flow.Elements(layer);
    if (!inside && large && !flow.IsConstant(layer, i)) ++count;
  }
  return count;
}

}  // namespace roofline
