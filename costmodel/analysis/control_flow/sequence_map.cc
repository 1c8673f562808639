#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "costmodel/analysis/control_flow/body_runs.h"
#include "costmodel/analysis/control_flow/trip_count.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

struct Trips {
  int64_t count = 0;
  Mark mark = Mark::kExact;
};

absl::StatusOr<Trips> TripsOf(const ControlFlowNode& flow, const Fact& sequence) {
  const std::optional<int64_t> given = GivenTrips(flow);
  if (sequence.length_known && sequence.elements)
    return Trips{static_cast<int64_t>(sequence.elements->size()), Mark::kExact};
  if (given && *given <= flow.interpreter.options().limits.max_value_elements)
    return Trips{*given, Mark::kAssumed};
  return UnknownTrips(flow, "the length of its sequence depends on data");
}

// What the body sees of an operand: the k-th element of a sequence, a tensor as it is.
std::optional<Fact> OperandAt(const Fact& operand, int64_t k) {
  if (operand.kind != TypeKind::kSequence) return operand;
  if (!operand.elements || operand.elements->empty()) return std::nullopt;
  if (!operand.length_known) return operand.elements->front();
  if (static_cast<size_t>(k) >= operand.elements->size()) return std::nullopt;
  return (*operand.elements)[static_cast<size_t>(k)];
}

absl::StatusOr<std::vector<Fact>> BodyInputs(const ControlFlowNode& flow, int64_t k) {
  std::vector<Fact> inputs;
  for (int i = 0; i < flow.view.num_inputs(); ++i) {
    if (!flow.view.has_input(i)) return flow.view.Conflict(fmt::format("input {} is required", i));
    std::optional<Fact> operand = OperandAt(flow.view.input(i), k);
    if (!operand)
      return flow.view.Conflict(fmt::format("the sequence at input {} has no element {}", i, k));
    inputs.push_back(*std::move(operand));
  }
  return inputs;
}

}  // namespace

absl::StatusOr<std::vector<Fact>> RunSequenceMap(const ControlFlowNode& flow) {
  ASSIGN_OR_RETURN(const GraphId body, BodyOf(flow, "body"));
  if (!flow.view.has_input(0) || flow.view.input(0).kind != TypeKind::kSequence)
    return flow.view.Conflict("expected a sequence as input 0");
  const size_t outputs = flow.interpreter.model().graph(body).outputs.size();
  if (outputs < flow.node.outputs.size()) {
    return flow.view.Conflict(fmt::format("the body gives {} outputs, the node has {}", outputs,
                                          flow.node.outputs.size()));
  }
  ASSIGN_OR_RETURN(const Trips trips, TripsOf(flow, flow.view.input(0)));
  BodyRuns runs(flow, body, ScopeOf(flow, "body"));
  std::vector<std::vector<Fact>> elements(outputs);
  for (int64_t k = 0; k < trips.count; ++k) {
    ASSIGN_OR_RETURN(const std::vector<Fact> inputs, BodyInputs(flow, k));
    ASSIGN_OR_RETURN(std::vector<Fact> results, runs.Run(inputs));
    for (size_t i = 0; i < outputs; ++i) elements[i].push_back(std::move(results[i]));
  }
  runs.MarkAll(trips.mark);
  std::vector<Fact> sequences;
  for (std::vector<Fact>& of_output : elements) {
    Fact sequence;
    sequence.kind = TypeKind::kSequence;
    sequence.mark = trips.mark;
    sequence.elements = std::make_shared<const std::vector<Fact>>(std::move(of_output));
    sequences.push_back(std::move(sequence));
  }
  return sequences;
}

}  // namespace roofline
