#include "costmodel/fusion/patterns/families.h"

namespace roofline {
namespace {

// Operators that are no start of a chain and yet have an integer form (ONNX Runtime: QLinearConcat,
// QLinearAveragePool, QLinearSoftmax; max pooling, resizing and movement work on any type).
bool HasIntegerForm(const Flow& flow, size_t layer) {
  return flow.HasClass(layer, OperatorClass::kPooling) ||
         flow.HasClass(layer, OperatorClass::kResize) ||
         flow.HasClass(layer, OperatorClass::kDataMovement) || flow.Is(layer, "Softmax");
}

}  // namespace

LayerGroup MatchQuantized(const Flow& flow, const Groups& groups, size_t anchor) {
  if (!HasIntegerForm(flow, anchor) || flow.Users(anchor).size() != 1) return {};
  bool dequantized = false;
  for (size_t i = 0; i < flow.layer(anchor).node->inputs.size(); ++i) {
    const size_t producer = flow.Producer(anchor, i);
    if (producer == Flow::kNone) continue;
    if (!flow.Is(producer, "DequantizeLinear")) return {};
    dequantized = true;
  }
  const size_t quantize = flow.Users(anchor).front();
  LayerGroup group{.layers = {anchor, quantize}};
  if (!dequantized || !flow.Is(quantize, "QuantizeLinear") || !groups.IsClosed(group.layers))
    return {};
  return group;
}

}  // namespace roofline
