#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "costmodel/analysis/control_flow/body_runs.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/error.h"
#include "costmodel/operators/fact_merge.h"

namespace roofline {
namespace {

constexpr std::string_view kThen = "then_branch";
constexpr std::string_view kElse = "else_branch";

struct Branch {
  GraphRun* run = nullptr;
  AddedRuns added;
  std::vector<Fact> outputs;
};

absl::StatusOr<Branch> RunBranch(const ControlFlowNode& flow, std::string_view attribute) {
  ASSIGN_OR_RETURN(const GraphId body, BodyOf(flow, attribute));
  const Checkpoint before(flow.interpreter.result());
  Branch branch;
  ASSIGN_OR_RETURN(branch.run, flow.interpreter.RunGraph(
                                   body, &flow.run, {}, ScopeOf(flow, attribute), flow.run.repeat));
  branch.added = before.Since();
  branch.outputs = flow.interpreter.OutputsOf(*branch.run);
  if (branch.outputs.size() < flow.node.outputs.size()) {
    return flow.view.Conflict(fmt::format("{} gives {} outputs, the node has {}", attribute,
                                          branch.outputs.size(), flow.node.outputs.size()));
  }
  return branch;
}

void MarkBranch(const ControlFlowNode& flow, const Branch& branch, Mark mark) {
  for (size_t i = branch.added.first_run; i < branch.added.end_run; ++i) {
    GraphRun& run = *flow.interpreter.result().runs[i];
    run.mark = Worst(run.mark, mark);
  }
}

absl::StatusOr<std::vector<Fact>> RunChosen(const ControlFlowNode& flow, bool condition,
                                            Mark mark) {
  ASSIGN_OR_RETURN(Branch branch, RunBranch(flow, condition ? kThen : kElse));
  if (mark == Mark::kExact) return std::move(branch.outputs);
  MarkBranch(flow, branch, mark);
  for (Fact& fact : branch.outputs) fact.mark = Worst(fact.mark, mark);
  return std::move(branch.outputs);
}

// FLOPs first, then bytes.
absl::StatusOr<std::pair<Count, Count>> CostOf(const ControlFlowNode& flow, const Branch& branch) {
  const ShapedModel& result = flow.interpreter.result();
  Count flops;
  Count bytes;
  for (size_t i = branch.added.first_node; i < branch.added.end_node; ++i) {
    ASSIGN_OR_RETURN(const Layer layer, CountLayer(flow.interpreter.model(), result.nodes[i], i));
    const Work work = layer.work * layer.repeat;
    flops += work.Flops();
    bytes += work.TotalRead() + work.TotalWritten();
  }
  return std::pair(flops, bytes);
}

// A branch that costs more; the first when both cost the same.
absl::StatusOr<bool> SecondCostsMore(const ControlFlowNode& flow, const Branch& first,
                                     const Branch& second) {
  ASSIGN_OR_RETURN(const auto a, CostOf(flow, first));
  ASSIGN_OR_RETURN(const auto b, CostOf(flow, second));
  if (a.first != b.first) return b.first.value() > a.first.value();
  return b.second.value() > a.second.value();
}

template <class Items>
void EraseRange(Items& items, size_t first, size_t end) {
  items.erase(items.begin() + static_cast<ptrdiff_t>(first),
              items.begin() + static_cast<ptrdiff_t>(end));
}

// Takes a branch out of the result.
void Drop(const ControlFlowNode& flow, const AddedRuns& added) {
  ShapedModel& result = flow.interpreter.result();
  EraseRange(result.nodes, added.first_node, added.end_node);
  EraseRange(result.runs, added.first_run, added.end_run);
}

// A run cannot take a branch whose nodes contradict the shapes; what else goes wrong is an error of
// the whole.
bool IsImpossible(const absl::Status& status) {
  return !status.ok() && ReasonOf(status) == Reason::kShapeConflict;
}

absl::StatusOr<std::vector<Fact>> RunOther(const ControlFlowNode& flow, bool condition,
                                           const absl::Status& impossible) {
  flow.interpreter.result().warnings.push_back(
      fmt::format("{}: taken to be always {}, since the other branch cannot run: {}",
                  flow.view.Describe(), condition, MessageOf(impossible)));
  return RunChosen(flow, condition, Mark::kAssumed);
}

// Where the condition depends on data both branches are inferred: the outputs are those of either.
absl::StatusOr<std::vector<Fact>> RunBoth(const ControlFlowNode& flow, IfPolicy policy) {
  const Checkpoint before(flow.interpreter.result());
  const absl::StatusOr<Branch> then_run = RunBranch(flow, kThen);
  if (IsImpossible(then_run.status())) {
    before.Restore();
    return RunOther(flow, false, then_run.status());
  }
  if (!then_run.ok()) return then_run.status();
  const absl::StatusOr<Branch> else_run = RunBranch(flow, kElse);
  if (IsImpossible(else_run.status())) {
    before.Restore();
    return RunOther(flow, true, else_run.status());
  }
  if (!else_run.ok()) return else_run.status();
  const Branch& then_branch = *then_run;
  const Branch& else_branch = *else_run;
  std::vector<Fact> outputs;
  for (size_t i = 0; i < flow.node.outputs.size(); ++i)
    outputs.push_back(Merged(then_branch.outputs[i], else_branch.outputs[i]));
  if (policy == IfPolicy::kMean) {
    for (const Branch* branch : {&then_branch, &else_branch}) {
      MarkBranch(flow, *branch, Mark::kAssumed);
      for (size_t i = branch->added.first_run; i < branch->added.end_run; ++i)
        flow.interpreter.result().runs[i]->one_in *= Count(2);
    }
    return outputs;
  }
  ASSIGN_OR_RETURN(const bool second, SecondCostsMore(flow, then_branch, else_branch));
  MarkBranch(flow, second ? else_branch : then_branch, Mark::kBounded);
  Drop(flow, second ? then_branch.added : else_branch.added);
  return outputs;
}

}  // namespace

absl::StatusOr<std::vector<Fact>> RunIf(const ControlFlowNode& flow) {
  if (!flow.view.has_input(0)) return flow.view.Conflict("expected a condition");
  if (const auto* condition = flow.view.ints(0)) {
    if (condition->size() != 1) return flow.view.Conflict("expected a condition of one element");
    return RunChosen(flow, condition->front() != 0, flow.view.input(0).mark);
  }
  const IfPolicy policy = flow.interpreter.options().if_policy;
  if (policy == IfPolicy::kThen || policy == IfPolicy::kElse)
    return RunChosen(flow, policy == IfPolicy::kThen, Mark::kAssumed);
  return RunBoth(flow, policy);
}

}  // namespace roofline
