#ifndef ROOFLINE_COSTMODEL_ANALYSIS_INTERPRETER_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_INTERPRETER_H_

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/analysis/infer_shapes.h"

namespace roofline {

struct ControlFlowNode;
using ControlFlowRunner = absl::StatusOr<std::vector<Fact>> (*)(const ControlFlowNode& flow);

// Walks graphs in execution order and gives every value its facts.
class Interpreter {
 public:
  Interpreter(const Model& model, const InferOptions& options, ShapedModel& result)
      : model_(model), options_(options), result_(result) {}

  // Runs `graph` once with the facts of its inputs; the returned run belongs to the result.
  absl::StatusOr<GraphRun*> RunGraph(GraphId graph, GraphRun* parent, std::span<const Fact> inputs,
                                     std::string scope, Count repeat);

  // Facts of a graph's outputs after it ran.
  std::vector<Fact> OutputsOf(const GraphRun& run) const;

  const Model& model() const { return model_; }
  const InferOptions& options() const { return options_; }
  ShapedModel& result() { return result_; }

 private:
  // Makes what a rule has set the facts of the node's outputs.
  absl::Status Publish(GraphRun& run, const Node& node, OutputFacts& out,
                       std::span<const Fact* const> inputs);
  // Errors once an inference takes more steps than ModelLimits::max_nodes.
  absl::Status Spend(int64_t steps);
  absl::Status RunNode(GraphRun& run, const Node& node);
  // A node that runs subgraphs: these do the work.
  absl::Status RunBodies(GraphRun& run, const Node& node, ControlFlowRunner run_bodies);
  // Outputs of a node whose rule cannot say: their declared types where these are complete, else
  // unknown.
  void SetFromDeclared(GraphRun& run, const Node& node);
  absl::Status ApplyCustom(GraphRun& run, const Node& node, const CustomRule& rule,
                           std::span<const Fact* const> inputs);
  absl::Status ApplyRule(GraphRun& run, const Node& node, const OperatorRule& rule,
                         std::span<const Fact* const> inputs);

  const Model& model_;
  const InferOptions& options_;
  ShapedModel& result_;
  int64_t steps_ = 0;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_INTERPRETER_H_
