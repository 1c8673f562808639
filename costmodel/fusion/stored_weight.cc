#include "costmodel/fusion/stored_weight.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace roofline {
namespace {

// Nodes looked through between an operand and the weight it comes from.
constexpr int kStoredWeightMaxSteps = 8;

bool KeepsElements(std::string_view op) {
  static constexpr std::array<std::string_view, 6> kOps = {"Transpose", "Reshape",   "Identity",
                                                           "Squeeze",   "Unsqueeze", "Flatten"};
  return std::find(kOps.begin(), kOps.end(), op) != kOps.end();
}

Count BytesOfOperand(const GraphRun& run, const Node& node, size_t operand) {
  if (operand >= node.inputs.size() || !node.inputs[operand].valid()) return 0;
  const Fact& fact = run.facts[node.inputs[operand].index()];
  return fact.shape ? BytesOf(fact.dtype, Elements(*fact.shape)) : Count(0);
}

}  // namespace

std::optional<StoredWeight> FindStoredWeight(const Flow& flow, size_t layer, size_t operand) {
  if (!flow.IsConstant(layer, operand)) return std::nullopt;
  const GraphRun* run = flow.layer(layer).run;
  ValueId id = flow.layer(layer).node->inputs[operand];
  for (int step = 0; step < kStoredWeightMaxSteps; ++step) {
    const Graph& graph = flow.model().graph(run->graph);
    const Value& value = graph.value(id);
    if (value.captured.valid() && run->parent != nullptr) {
      id = value.captured;
      run = run->parent;
      continue;
    }
    if (!value.producer.valid()) return std::nullopt;
    const Node& node = graph.node(value.producer);
    if (node.inputs.empty() || !node.inputs[0].valid()) return std::nullopt;
    if (node.op == "DequantizeLinear") {
      return StoredWeight{
          .dtype = run->facts[node.inputs[0].index()].dtype,
          .scale_bytes = BytesOfOperand(*run, node, 1) + BytesOfOperand(*run, node, 2)};
    }
    if (!KeepsElements(node.op)) return std::nullopt;
    id = node.inputs[0];
  }
  return std::nullopt;
}

}  // namespace roofline
