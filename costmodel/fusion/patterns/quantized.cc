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

// All activations that a layer reads come out of DequantizeLinear, and there is one.
bool ReadsDequantized(const Flow& flow, size_t anchor) {
  bool dequantized = false;
  for (size_t i = 0; i < flow.layer(anchor).node->inputs.size(); ++i) {
    const size_t producer = flow.Producer(anchor, i);
    if (producer == Flow::kNone) continue;
    if (!flow.Is(producer, "DequantizeLinear")) return false;
    dequantized = true;
  }
  return dequantized;
}

LayerGroup WithQuantize(const Flow& flow, const Groups& groups, std::vector<size_t> layers) {
  const size_t last = layers.back();
  if (flow.Users(last).size() != 1) return {};
  layers.push_back(flow.Users(last).front());
  if (!flow.Is(layers.back(), "QuantizeLinear") || !groups.IsClosed(layers)) return {};
  return {.layers = std::move(layers)};
}

}  // namespace

LayerGroup MatchQuantized(const Flow& flow, const Groups& groups, size_t anchor) {
  if (!HasIntegerForm(flow, anchor) || !ReadsDequantized(flow, anchor)) return {};
  return WithQuantize(flow, groups, {anchor});
}

// QLinearAdd, QLinearMul, QLinearSigmoid, QLinearLeakyRelu besides; a Relu or Clip in front of
// QuantizeLinear goes into its range (ReluQuantFusion, ClipQuantFusion).
LayerGroup MatchCpuQuantized(const Flow& flow, const Groups& groups, size_t anchor) {
  const bool integers = HasIntegerForm(flow, anchor) || flow.Is(anchor, "Add") ||
                        flow.Is(anchor, "Mul") || flow.HasClass(anchor, OperatorClass::kActivation);
  if (!integers || !ReadsDequantized(flow, anchor)) return {};
  std::vector<size_t> layers = {anchor};
  if (flow.Users(anchor).size() == 1) {
    const size_t next = flow.Users(anchor).front();
    const bool range = flow.Is(next, "Relu") || flow.Is(next, "Clip");
    if (range && groups.Free(next)) layers.push_back(next);
  }
  return WithQuantize(flow, groups, std::move(layers));
}

}  // namespace roofline
