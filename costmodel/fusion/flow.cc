#include "costmodel/fusion/flow.h"

#include "absl/container/flat_hash_set.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

bool MovesNothing(const Layer& layer) {
  return layer.rule != nullptr && layer.rule->op_class == OperatorClass::kView &&
         layer.work.TotalRead() == Count(0) && layer.work.TotalWritten() == Count(0) &&
         layer.outputs.size() == 1;
}

bool ReadsShapeOnly(const Layer& layer) {
  return layer.node->domain.empty() && (layer.node->op == "Shape" || layer.node->op == "Size");
}

}  // namespace

Flow::Flow(const Model& model, const std::vector<Layer>& layers)
    : model_(model), layers_(layers), nodes_(layers.size()) {
  absl::flat_hash_set<const GraphRun*> runs;
  for (size_t i = 0; i < layers.size(); ++i) {
    nodes_[i].view = MovesNothing(layers[i]);
    for (const ValueId value : layers[i].node->outputs) {
      if (value.valid()) producer_.At(layers[i].run, value) = i;
    }
    for (const GraphRun* run = layers[i].run; run != nullptr; run = run->parent) {
      if (!runs.insert(run).second) break;
    }
  }
  for (size_t i = 0; i < layers.size(); ++i) LinkOperands(i);
  for (const GraphRun* run : runs) MarkEscapes(run);
}

size_t Flow::ProducerOf(const GraphRun* run, ValueId value) const {
  while (model_.graph(run->graph).value(value).captured.valid() && run->parent != nullptr) {
    value = model_.graph(run->graph).value(value).captured;
    run = run->parent;
  }
  return producer_.Get(run, value);
}

void Flow::LinkOperands(size_t i) {
  const Layer& layer = layers_[i];
  const bool reads = !ReadsShapeOnly(layer);
  nodes_[i].producers.reserve(layer.node->inputs.size());
  for (const ValueId value : layer.node->inputs) {
    const size_t producer = value.valid() && reads ? ProducerOf(layer.run, value) : kNone;
    nodes_[i].producers.push_back(producer);
    if (producer != kNone) nodes_[producer].users.push_back(i);
  }
}

void Flow::MarkEscape(const GraphRun* run, ValueId value) {
  const size_t producer = value.valid() ? ProducerOf(run, value) : kNone;
  if (producer != kNone) nodes_[producer].escapes = true;
}

void Flow::MarkEscapes(const GraphRun* run) {
  const Graph& graph = model_.graph(run->graph);
  for (const ValueId value : graph.outputs) {
    const size_t producer = ProducerOf(run, value);
    if (producer == kNone) continue;
    (run->parent == nullptr ? nodes_[producer].leaves : nodes_[producer].escapes) = true;
  }
  for (const Node& node : graph.nodes) {
    for (const Attribute& attribute : node.attributes) {
      const auto* body = std::get_if<GraphId>(&attribute.value);
      if (body == nullptr) continue;
      for (const ValueId value : node.inputs) MarkEscape(run, value);
      for (const Value& value : model_.graph(*body).values) MarkEscape(run, value.captured);
    }
  }
}

bool Flow::Is(size_t i, std::string_view op) const {
  const Layer& layer = layers_[i];
  return layer.node->op == op && layer.custom == nullptr && layer.rule != nullptr &&
         (layer.node->domain.empty() || layer.node->domain == "com.microsoft");
}

bool Flow::HasClass(size_t i, OperatorClass op_class) const {
  const Layer& layer = layers_[i];
  return layer.custom == nullptr && layer.rule != nullptr && layer.rule->op_class == op_class;
}

bool Flow::IsConstant(size_t i, size_t operand) const {
  const Layer& layer = layers_[i];
  return operand < layer.inputs.size() && layer.inputs[operand] != nullptr &&
         layer.inputs[operand]->constant;
}

bool Flow::IsScalar(size_t i, size_t operand) const {
  return IsConstant(i, operand) && OperandElements(i, operand) == Count(1);
}

Count Flow::Elements(size_t i) const {
  const Layer& layer = layers_[i];
  if (layer.outputs.empty() || layer.outputs[0] == nullptr || !layer.outputs[0]->shape) return 0;
  return roofline::Elements(*layer.outputs[0]->shape);
}

Count Flow::OperandElements(size_t i, size_t operand) const {
  const Layer& layer = layers_[i];
  if (operand >= layer.inputs.size() || layer.inputs[operand] == nullptr ||
      !layer.inputs[operand]->shape)
    return 0;
  return roofline::Elements(*layer.inputs[operand]->shape);
}

}  // namespace roofline
