#include "costmodel/analysis/count_work.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/analysis/node_name.h"
#include "costmodel/custom/custom_rules.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

Count TrafficOf(const Fact* fact) {
  if (fact == nullptr) return 0;
  if (fact->kind == TypeKind::kTensor)
    return fact->shape ? BytesOf(fact->dtype, Elements(*fact->shape)) : Count(0);
  Count total = 0;
  if (fact->elements) {
    for (const Fact& element : *fact->elements) total += TrafficOf(&element);
  }
  return total;
}

bool ShapesKnown(const std::vector<const Fact*>& facts) {
  for (const Fact* fact : facts) {
    if (fact != nullptr && !fact->known()) return false;
  }
  return true;
}

Mark MarkOf(const Layer& layer) {
  Mark mark = Mark::kExact;
  for (const Fact* fact : layer.inputs) mark = fact == nullptr ? mark : Worst(mark, fact->mark);
  for (const Fact* fact : layer.outputs) mark = fact == nullptr ? mark : Worst(mark, fact->mark);
  if (!HasWorkRule(layer)) return Mark::kUnknown;
  const bool stated = layer.custom != nullptr && layer.custom->states_work();
  if (!stated && layer.rule->precision == WorkPrecision::kModel) mark = Worst(mark, Mark::kBounded);
  return Worst(mark, layer.run->mark);
}

std::string LayerName(const Graph& graph, const GraphRun& run, const Node& node, size_t index) {
  std::string name(NameOf(graph, node));
  if (name.empty()) name = fmt::format("{}#{}", node.op, index);
  return run.scope.empty() ? name : fmt::format("{}/{}", run.scope, name);
}

// Work of a layer that runs in one of `times` inferences, on average and rounded up.
void Spread(Count times, Work& work) {
  for (Count* count : {&work.macs, &work.fmas, &work.arithmetic, &work.comparisons,
                       &work.transcendentals, &work.integer_ops, &work.inner_bytes}) {
    *count = CeilDiv(*count, times);
  }
  for (Count& bytes : work.read_bytes) bytes = CeilDiv(bytes, times);
  for (Count& bytes : work.write_bytes) bytes = CeilDiv(bytes, times);
}

}  // namespace

absl::StatusOr<Work> CountWork(const NodeView& node, const OperatorRule* rule) {
  Work work;
  for (int i = 0; i < node.num_inputs(); ++i) {
    work.read_bytes.push_back(TrafficOf(node.has_input(i) ? &node.input(i) : nullptr));
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    work.write_bytes.push_back(TrafficOf(node.has_output(i) ? &node.output(i) : nullptr));
  }
  if (node.has_input(0)) work.math = node.dtype(0);
  if (rule != nullptr && rule->work != nullptr) rule->work(node, work);
  if (!work.ok()) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{}: its work does not fit a 64-bit count", node.Describe()));
  }
  return work;
}

absl::StatusOr<Layer> CountLayer(const Model& model, const NodeRun& node_run, size_t index) {
  const Node& node = *node_run.node;
  const GraphRun& run = *node_run.run;
  Layer layer{.name = LayerName(model.graph(run.graph), run, node, index),
              .node = &node,
              .run = &run,
              .rule = node_run.rule,
              .custom = node_run.custom,
              .opset = static_cast<int>(model.OpsetOf(node.domain)),
              .repeat = run.repeat};
  for (const ValueId id : node.inputs)
    layer.inputs.push_back(id.valid() ? &run.facts[id.index()] : nullptr);
  for (const ValueId id : node.outputs)
    layer.outputs.push_back(id.valid() ? &run.facts[id.index()] : nullptr);
  const bool countable = ShapesKnown(layer.inputs) && ShapesKnown(layer.outputs);
  layer.mark = countable ? MarkOf(layer) : Mark::kUnknown;
  ASSIGN_OR_RETURN(layer.work, CountWork(layer.view(), countable ? layer.rule : nullptr));
  if (layer.custom != nullptr && countable) {
    RETURN_IF_ERROR(CountCustom(*layer.custom, layer.view(), layer.work));
  }
  layer.mark = Worst(layer.mark, layer.work.mark);
  if (run.one_in != Count(1)) Spread(run.one_in, layer.work);
  if (!(layer.work * layer.repeat).ok()) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{}: its work over {} executions does not fit a 64-bit count",
                             layer.name, layer.repeat.value()));
  }
  return layer;
}

absl::StatusOr<std::vector<Layer>> CountLayers(const Model& model, const ShapedModel& shaped) {
  std::vector<Layer> layers;
  layers.reserve(shaped.nodes.size());
  for (const NodeRun& node_run : shaped.nodes) {
    ASSIGN_OR_RETURN(Layer layer, CountLayer(model, node_run, layers.size()));
    layers.push_back(std::move(layer));
  }
  return layers;
}

bool HasWorkRule(const Layer& layer) {
  if (layer.custom != nullptr && layer.custom->states_work()) return true;
  return layer.rule != nullptr && layer.rule->precision != WorkPrecision::kUnknown;
}

}  // namespace roofline
