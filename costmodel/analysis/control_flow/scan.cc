#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "costmodel/analysis/control_flow/body_runs.h"
#include "costmodel/error.h"
#include "costmodel/operators/fact_merge.h"

namespace roofline {
namespace {

// Version 8 has a batch axis in front of everything and an operand of sequence lengths; from 9 on
// any axis can be scanned and there is no batch.
constexpr int kFirstWithoutBatch = 9;

// Operands in order: states, then what is scanned; the same in the body.
class ScanRun {
 public:
  ScanRun(const ControlFlowNode& flow, GraphId body)
      : flow_(flow),
        graph_(flow.interpreter.model().graph(body)),
        batched_(flow.view.opset() < kFirstWithoutBatch),
        first_(batched_ ? 1 : 0),
        runs_(flow, body, ScopeOf(flow, "body")) {}

  absl::StatusOr<std::vector<Fact>> Run() {
    RETURN_IF_ERROR(CheckOperands());
    for (int i = 0; i < states_; ++i) RETURN_IF_ERROR(AddState(first_ + i));
    for (int i = 0; i < scanned_; ++i) RETURN_IF_ERROR(AddSlice(i));
    ASSIGN_OR_RETURN(const Count executions, Executions());
    RETURN_IF_ERROR(Iterate(executions));
    runs_.MarkAll(mark_);
    return Outputs();
  }

 private:
  absl::Status CheckOperands() {
    const int operands = flow_.view.num_inputs() - first_;
    const int64_t scanned = flow_.view.attr_int("num_scan_inputs", 0);
    if (scanned < 1 || scanned > operands) {
      return flow_.view.Conflict(
          fmt::format("num_scan_inputs is {}, the node has {} operands", scanned, operands));
    }
    scanned_ = static_cast<int>(scanned);
    states_ = operands - scanned_;
    for (int i = first_; i < flow_.view.num_inputs(); ++i) {
      if (!flow_.view.has_shape(i))
        return flow_.view.Conflict(fmt::format("input {} must have a known shape", i));
    }
    const size_t outputs = graph_.outputs.size();
    if (graph_.inputs.size() != static_cast<size_t>(operands) ||
        outputs < static_cast<size_t>(states_) || flow_.node.outputs.size() > outputs) {
      return flow_.view.Conflict(fmt::format(
          "a body with {} inputs and {} outputs does not fit {} states, {} scanned inputs and {} "
          "outputs",
          graph_.inputs.size(), outputs, states_, scanned_, flow_.node.outputs.size()));
    }
    return absl::OkStatus();
  }

  // All operands of version 8 share the batch.
  absl::Status TakeBatch(int input, Shape& shape) {
    if (!batched_) return absl::OkStatus();
    if (shape.empty()) return flow_.view.Conflict(fmt::format("input {} has no batch axis", input));
    if (batch_ && *batch_ != shape.front())
      return flow_.view.Conflict(
          fmt::format("input {} has a batch of {}, others have {}", input, shape.front(), *batch_));
    batch_ = shape.front();
    shape.erase(shape.begin());
    return absl::OkStatus();
  }

  absl::Status AddState(int input) {
    Fact state = flow_.view.input(input);
    ForgetContent(state);
    RETURN_IF_ERROR(TakeBatch(input, *state.shape));
    inputs_.push_back(std::move(state));
    return absl::OkStatus();
  }

  absl::Status AddSlice(int index) {
    const int input = first_ + states_ + index;
    Fact slice = flow_.view.input(input);
    ForgetContent(slice);
    RETURN_IF_ERROR(TakeBatch(input, *slice.shape));
    ASSIGN_OR_RETURN(const int axis,
                     flow_.view.Axis(AxisAt("scan_input_axes", index), Rank(*slice.shape)));
    const int64_t length = (*slice.shape)[static_cast<size_t>(axis)];
    if (length_ && *length_ != length) {
      return flow_.view.Conflict(fmt::format("input {} is scanned over {} elements, others over {}",
                                             input, length, *length_));
    }
    length_ = length;
    slice.shape->erase(slice.shape->begin() + axis);
    inputs_.push_back(std::move(slice));
    return absl::OkStatus();
  }

  int64_t AxisAt(std::string_view attribute, int index) const {
    const auto* axes = batched_ ? nullptr : flow_.view.attr_ints(attribute);
    return axes != nullptr && static_cast<size_t>(index) < axes->size()
               ? (*axes)[static_cast<size_t>(index)]
               : 0;
  }

  // How often the body runs: once per element, in version 8 of each sequence of the batch.
  absl::StatusOr<Count> Executions() {
    if (!batched_) return Count(*length_);
    if (!flow_.view.has_input(0)) return Count(*length_) * Count(*batch_);
    const auto* lengths = flow_.view.ints(0);
    if (lengths == nullptr) {
      mark_ = Mark::kBounded;
      return Count(*length_) * Count(*batch_);
    }
    Count total;
    for (const int64_t length : *lengths) {
      if (length < 0 || length > *length_)
        return flow_.view.Conflict(fmt::format("a sequence length of {}", length));
      total += Count(length);
    }
    return total;
  }

  // States keep their shape, so that executions are alike from the second at the latest.
  absl::Status Iterate(Count executions) {
    if (!executions.ok()) return flow_.view.Conflict("its trip count overflows int64");
    for (int64_t i = 0; i < std::max<int64_t>(executions.value(), 1); ++i) {
      ASSIGN_OR_RETURN(outputs_, runs_.Run(inputs_));
      for (int s = 0; s < states_; ++s) {
        inputs_[static_cast<size_t>(s)] = outputs_[static_cast<size_t>(s)];
        ForgetContent(inputs_[static_cast<size_t>(s)]);
      }
      if (runs_.alike() < 2) continue;
      runs_.RepeatLast(executions.value() - runs_.count());
      break;
    }
    if (executions == Count(0)) runs_.Discard();
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<Fact>> Outputs() const {
    std::vector<Fact> outputs;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      Fact fact = outputs_[i];
      ForgetContent(fact);
      const int scan = static_cast<int>(i) - states_;
      if (scan >= 0) {
        const int rank = fact.shape ? Rank(*fact.shape) : 0;
        ASSIGN_OR_RETURN(const int axis,
                         flow_.view.Axis(AxisAt("scan_output_axes", scan), rank + 1));
        fact = Stacked(fact, *length_, axis);
      }
      if (batched_) fact = Stacked(fact, *batch_, 0);
      outputs.push_back(std::move(fact));
    }
    return outputs;
  }

  const ControlFlowNode& flow_;
  const Graph& graph_;
  bool batched_;
  int first_;  // operand
  BodyRuns runs_;
  int states_ = 0;
  int scanned_ = 0;
  std::optional<int64_t> batch_;
  std::optional<int64_t> length_;  // elements along the scanned axes
  Mark mark_ = Mark::kExact;       // of the number of executions
  std::vector<Fact> inputs_;       // of the body
  std::vector<Fact> outputs_;      // of its last execution
};

}  // namespace

absl::StatusOr<std::vector<Fact>> RunScan(const ControlFlowNode& flow) {
  ASSIGN_OR_RETURN(const GraphId body, BodyOf(flow, "body"));
  return ScanRun(flow, body).Run();
}

}  // namespace roofline
