#ifndef ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_BODY_RUNS_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_BODY_RUNS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/control_flow/control_flow.h"

namespace roofline {

// What one pass through a subgraph, with the subgraphs in it, added to the result.
struct AddedRuns {
  size_t first_run = 0;  // in ShapedModel::runs
  size_t end_run = 0;
  size_t first_node = 0;  // in ShapedModel::nodes
  size_t end_node = 0;
};

// Where the result stands, to go back to.
class Checkpoint {
 public:
  explicit Checkpoint(ShapedModel& result);
  AddedRuns Since() const;
  // Drops what was added since.
  void Restore() const;

 private:
  ShapedModel& result_;
  size_t runs_;
  size_t nodes_;
  size_t warnings_;
  int64_t folded_;
};

// Executions of the body of a loop, one by one; those that are alike in every shape become one
// whose layers repeat.
class BodyRuns {
 public:
  BodyRuns(const ControlFlowNode& flow, GraphId body, std::string scope)
      : flow_(flow), body_(body), scope_(std::move(scope)) {}

  // Executes the body once more; facts of its outputs.
  absl::StatusOr<std::vector<Fact>> Run(std::span<const Fact> inputs);

  int64_t count() const { return count_; }  // executions so far
  int64_t alike() const { return alike_; }  // of these, how many at the end were alike

  // The last execution `more` times again.
  void RepeatLast(int64_t more);
  // How far the number of executions can be trusted.
  void MarkAll(Mark mark);
  // Takes all executions back: the body never runs, only its shapes were wanted.
  void Discard();

 private:
  bool LikeLast(const AddedRuns& added) const;
  void SetRepeat();

  const ControlFlowNode& flow_;
  GraphId body_;
  std::string scope_;
  Checkpoint start_{flow_.interpreter.result()};
  AddedRuns last_;
  std::vector<Count> repeats_;  // of the runs of `last_`, for one execution
  int64_t count_ = 0;
  int64_t alike_ = 0;
  int64_t different_ = 0;  // executions with layers of their own
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_BODY_RUNS_H_
