#include "costmodel/analysis/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "costmodel/analysis/control_flow/control_flow.h"
#include "costmodel/custom/custom_rules.h"
#include "costmodel/error.h"
#include "costmodel/operators/registry.h"

namespace roofline {
namespace {

using FactPointers = absl::InlinedVector<const Fact*, 6>;

FactPointers InputsOf(const GraphRun& run, const Node& node) {
  FactPointers inputs;
  for (const ValueId id : node.inputs)
    inputs.push_back(id.valid() ? &run.facts[id.index()] : nullptr);
  return inputs;
}

bool HasRequiredInputs(const OperatorRule& rule, std::span<const Fact* const> inputs) {
  const auto required = static_cast<size_t>(std::max(rule.min_inputs, 0));
  for (size_t i = 0; i < required; ++i) {
    if (i >= inputs.size() || inputs[i] == nullptr || !inputs[i]->known()) return false;
  }
  return true;
}

bool AllContentKnown(std::span<const Fact* const> inputs) {
  return std::all_of(inputs.begin(), inputs.end(),
                     [](const Fact* fact) { return fact == nullptr || fact->value; });
}

bool AllConstant(const OperatorRule* rule, std::span<const Fact* const> inputs) {
  if (rule == nullptr || rule->op_class == OperatorClass::kRandom) return false;
  return std::all_of(inputs.begin(), inputs.end(),
                     [](const Fact* fact) { return fact == nullptr || fact->constant; });
}

Mark WorstMark(std::span<const Fact* const> inputs) {
  Mark mark = Mark::kExact;
  for (const Fact* fact : inputs) {
    if (fact != nullptr) mark = Worst(mark, fact->mark);
  }
  return mark;
}

Fact ConstantFact(const TensorPtr& tensor) {
  Fact fact = TensorFact(tensor->dtype, tensor->shape);
  fact.constant = true;
  if (tensor->has_content()) fact.value = tensor;
  return fact;
}

Fact UnknownFact() {
  Fact fact;
  fact.mark = Mark::kUnknown;
  return fact;
}

absl::Status CheckSizes(const NodeView& view, OutputFacts& out, int max_rank) {
  for (const Fact& fact : out.facts()) {
    if (fact.shape && Rank(*fact.shape) > max_rank) {
      return view.Conflict(fmt::format("an output of {} dimensions; at most {} are accepted",
                                       Rank(*fact.shape), max_rank));
    }
    if (fact.shape && !BytesOf(fact.dtype, Elements(*fact.shape)).ok()) {
      return view.Conflict(fmt::format("the output of {} has more bytes than int64 can count",
                                       ShapeText(*fact.shape)));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<GraphRun*> Interpreter::RunGraph(GraphId graph_id, GraphRun* parent,
                                                std::span<const Fact> inputs, std::string scope,
                                                Count repeat) {
  const Graph& graph = model_.graph(graph_id);
  auto owned = std::make_unique<GraphRun>();
  GraphRun& run = *owned;
  run.graph = graph_id;
  run.parent = parent;
  run.scope = std::move(scope);
  run.repeat = repeat;
  if (parent != nullptr) {
    run.mark = parent->mark;
    run.one_in = parent->one_in;
    RETURN_IF_ERROR(Spend(1 + static_cast<int64_t>(graph.values.size() / 8)));
  }
  run.facts.assign(graph.values.size(), UnknownFact());
  result_.runs.push_back(std::move(owned));
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const Value& value = graph.values[v];
    if (value.initializer) run.facts[v] = ConstantFact(value.initializer);
    if (value.captured.valid() && parent != nullptr)
      run.facts[v] = parent->facts[value.captured.index()];
  }
  for (size_t i = 0; i < graph.inputs.size() && i < inputs.size(); ++i) {
    run.facts[graph.inputs[i].index()] = inputs[i];
  }
  for (const Node& node : graph.nodes) {
    RETURN_IF_ERROR(Spend(1));
    RETURN_IF_ERROR(RunNode(run, node));
  }
  return &run;
}

std::vector<Fact> Interpreter::OutputsOf(const GraphRun& run) const {
  std::vector<Fact> outputs;
  for (const ValueId id : model_.graph(run.graph).outputs) outputs.push_back(run.facts[id.index()]);
  return outputs;
}

absl::Status Interpreter::Spend(int64_t steps) {
  constexpr int64_t kPollEvery = 256;
  const bool poll = steps_ / kPollEvery != (steps_ + steps) / kPollEvery;
  steps_ += steps;
  if (poll && options_.cancelled()) return Error(Reason::kCancelled, "the request was cancelled");
  if (steps_ <= options_.limits.max_nodes) return absl::OkStatus();
  return Error(Reason::kLimitExceeded,
               fmt::format("one inference runs more than {} nodes", options_.limits.max_nodes));
}

absl::Status Interpreter::RunBodies(GraphRun& run, const Node& node, ControlFlowRunner run_bodies) {
  const FactPointers inputs = InputsOf(run, node);
  const NodeView view(node, static_cast<int>(model_.OpsetOf(node.domain)), inputs);
  ASSIGN_OR_RETURN(std::vector<Fact> outputs, run_bodies({*this, run, node, view}));
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (!node.outputs[i].valid()) continue;
    if (outputs[i].elements)
      RETURN_IF_ERROR(Spend(static_cast<int64_t>(outputs[i].elements->size())));
    run.facts[node.outputs[i].index()] = std::move(outputs[i]);
  }
  return absl::OkStatus();
}

absl::Status Interpreter::RunNode(GraphRun& run, const Node& node) {
  if (const ControlFlowRunner run_bodies = FindControlFlow(node.domain, node.op))
    return RunBodies(run, node, run_bodies);
  const OperatorRule* rule = FindOperatorRule(node.domain, node.op, model_.OpsetOf(node.domain));
  const FactPointers inputs = InputsOf(run, node);
  const bool constant = AllConstant(rule, inputs);
  const CustomRule* custom =
      options_.rules == nullptr ? nullptr : options_.rules->Find(node.domain, node.op);
  if (custom != nullptr && !custom->outputs.empty()) {
    RETURN_IF_ERROR(ApplyCustom(run, node, *custom, inputs));
  } else if (rule == nullptr) {
    SetFromDeclared(run, node);
  } else {
    RETURN_IF_ERROR(ApplyRule(run, node, *rule, inputs));
  }
  for (const ValueId output : node.outputs) {
    if (output.valid()) run.facts[output.index()].constant = constant;
  }
  if (constant) {
    ++result_.folded_nodes;
  } else {
    result_.nodes.push_back({&run, &node, rule, custom});
  }
  return absl::OkStatus();
}

void Interpreter::SetFromDeclared(GraphRun& run, const Node& node) {
  const Graph& graph = model_.graph(run.graph);
  for (const ValueId output : node.outputs) {
    if (!output.valid()) continue;
    Fact fact =
        FactFromDeclared(graph.value(output).declared, result_.dims).value_or(UnknownFact());
    if (fact.shape) fact.mark = Mark::kAssumed;
    run.facts[output.index()] = std::move(fact);
  }
}

absl::Status Interpreter::Publish(GraphRun& run, const Node& node, OutputFacts& out,
                                  std::span<const Fact* const> inputs) {
  const Mark mark = WorstMark(inputs);
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (!node.outputs[i].valid()) continue;
    Fact& fact = out.facts()[i];
    if (fact.elements) RETURN_IF_ERROR(Spend(static_cast<int64_t>(fact.elements->size())));
    fact.mark = Worst(fact.known() ? fact.mark : Mark::kUnknown, mark);
    run.facts[node.outputs[i].index()] = std::move(fact);
  }
  return absl::OkStatus();
}

absl::Status Interpreter::ApplyCustom(GraphRun& run, const Node& node, const CustomRule& rule,
                                      std::span<const Fact* const> inputs) {
  const NodeView view(node, static_cast<int>(model_.OpsetOf(node.domain)), inputs);
  OutputFacts out(node.outputs.size(), options_.limits.max_value_elements);
  RETURN_IF_ERROR(InferCustom(rule, view, out));
  RETURN_IF_ERROR(CheckSizes(view, out, options_.limits.max_rank));
  return Publish(run, node, out, inputs);
}

absl::Status Interpreter::ApplyRule(GraphRun& run, const Node& node, const OperatorRule& rule,
                                    std::span<const Fact* const> inputs) {
  const NodeView view(node, static_cast<int>(model_.OpsetOf(node.domain)), inputs);
  for (int i = 0; i < rule.min_inputs; ++i) {
    if (!view.has_input(i)) return view.Conflict(fmt::format("input {} is required", i));
  }
  if (rule.infer == nullptr || !HasRequiredInputs(rule, inputs)) {
    SetFromDeclared(run, node);
    return absl::OkStatus();
  }
  OutputFacts out(node.outputs.size(), options_.limits.max_value_elements);
  RETURN_IF_ERROR(rule.infer(view, out));
  RETURN_IF_ERROR(CheckSizes(view, out, options_.limits.max_rank));
  const bool ready = rule.value_needs == ValueNeeds::kShapes || AllContentKnown(inputs);
  if (rule.value != nullptr && ready) rule.value(view, out);
  return Publish(run, node, out, inputs);
}

}  // namespace roofline
