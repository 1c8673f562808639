#include "costmodel/analysis/buffers.h"

namespace roofline {
namespace {

bool IsView(const Layer& layer) {
  return layer.rule != nullptr && layer.rule->op_class == OperatorClass::kView &&
         layer.work.TotalRead() == Count(0) && layer.work.TotalWritten() == Count(0) &&
         !layer.inputs.empty() && layer.inputs.front() != nullptr && layer.outputs.size() == 1;
}

Count BytesOfFact(const Fact& fact) {
  return fact.shape ? BytesOf(fact.dtype, Elements(*fact.shape)) : Count(0);
}

}  // namespace

std::string_view BufferRoleName(BufferRole role) {
  switch (role) {
    case BufferRole::kWeight:
      return "weight";
    case BufferRole::kInput:
      return "input";
    case BufferRole::kOutput:
      return "output";
    case BufferRole::kActivation:
      return "activation";
  }
  return "activation";
}

BufferTable::BufferTable(const Model& model, const std::vector<Layer>& layers) : model_(model) {
  inputs_.reserve(layers.size());
  outputs_.reserve(layers.size());
  for (const Layer& layer : layers) {
    std::vector<BufferId>& inputs = inputs_.emplace_back();
    inputs.reserve(layer.node->inputs.size());
    for (const ValueId value : layer.node->inputs)
      inputs.push_back(value.valid() ? Find(layer.run, value) : BufferId());
    const bool view = IsView(layer);
    std::vector<BufferId>& outputs = outputs_.emplace_back();
    for (const ValueId value : layer.node->outputs) {
      if (!value.valid()) {
        outputs.emplace_back();
      } else if (view) {
        by_value_.At(layer.run, value) = inputs.front();
        outputs.push_back(inputs.front());
      } else {
        outputs.push_back(Find(layer.run, value));
      }
    }
  }
  if (layers.empty()) return;
  const GraphRun* main = layers.front().run;
  while (main->parent != nullptr) main = main->parent;
  for (const ValueId value : model.main().outputs) {
    const BufferId found = by_value_.Get(main, value);
    if (!found.valid()) continue;
    Buffer& buffer = buffers_[found.index()];
    if (buffer.role == BufferRole::kActivation) buffer.role = BufferRole::kOutput;
  }
}

BufferId BufferTable::Find(const GraphRun* run, ValueId value) {
  while (model_.graph(run->graph).value(value).captured.valid() && run->parent != nullptr) {
    value = model_.graph(run->graph).value(value).captured;
    run = run->parent;
  }
  BufferId& id = by_value_.At(run, value);
  if (id.valid()) return id;
  id = BufferId(buffers_.size());
  const Graph& graph = model_.graph(run->graph);
  const Fact& fact = run->facts[value.index()];
  Buffer buffer{.name = graph.value(value).name, .bytes = BytesOfFact(fact), .dtype = fact.dtype};
  if (fact.shape) buffer.rank = fact.shape->size();
  if (fact.constant) {
    buffer.role = BufferRole::kWeight;
  } else if (run->parent == nullptr && !graph.value(value).producer.valid()) {
    buffer.role = BufferRole::kInput;
  }
  buffers_.push_back(buffer);
  return id;
}

}  // namespace roofline
