#ifndef ROOFLINE_COSTMODEL_ANALYSIS_INFER_SHAPES_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_INFER_SHAPES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/bindings.h"
#include "costmodel/graph/graph.h"
#include "costmodel/limits.h"
#include "costmodel/operators/fact.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {

struct CustomRule;
class CustomRules;

// One pass through a graph: the main graph once, a branch or loop body once per node that runs it.
struct GraphRun {
  GraphId graph;
  GraphRun* parent = nullptr;
  std::string scope;  // "" for the main graph, else the names of the nodes around it: "loop/body"
  Count repeat = 1;   // how often it runs in one inference
  Mark mark = Mark::kExact;  // of `repeat`
  // It runs in one of this many inferences: 2 for each branch of an If under IfPolicy::kMean.
  Count one_in = 1;
  std::vector<Fact> facts;  // parallel to Graph::values
};

// One node of one graph run that does work, in execution order.
struct NodeRun {
  const GraphRun* run = nullptr;
  const Node* node = nullptr;
  const OperatorRule* rule = nullptr;  // nullptr: an operator we have no rule for
  const CustomRule* custom = nullptr;  // the user's rule for it, which goes first
};

// A model whose every value has a type, a concrete shape and, where it matters, content.
struct ShapedModel {
  std::vector<std::unique_ptr<GraphRun>> runs;  // [0] is the main graph
  std::vector<NodeRun> nodes;                   // without the constant ones
  int64_t folded_nodes = 0;                     // constant: they depend on weights alone
  std::map<std::string, int64_t> dims;          // symbolic dimensions as bound
  std::vector<std::string> warnings;
  std::set<std::string> used_loop_trips;  // names of InferOptions::loop_trips that named a loop

  const GraphRun& main() const { return *runs.front(); }
};

// Which branch counts of an If whose condition depends on data.
enum class IfPolicy : uint8_t {
  kMax,  // the one that costs more: by FLOPs, then by bytes
  kThen,
  kElse,
  kMean,  // both, each in half of the inferences
};

struct InferOptions {
  Bindings bindings;
  IfPolicy if_policy = IfPolicy::kMax;
  std::map<std::string, int64_t> loop_trips;  // node name -> trip count, where data decides it
  ModelLimits limits;
  const CustomRules* rules = nullptr;  // the user's own; must outlive what is inferred with them
  std::function<bool()> cancelled = [] { return false; };  // polled between nodes
};

// Facts of every value of one inference. Errors: those of BindInputs, kShapeConflict (names the
// node), kUnresolvedValue (a shape that hangs on unknown content), kCancelled, kLimitExceeded.
absl::StatusOr<ShapedModel> InferShapes(const Model& model, const InferOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_INFER_SHAPES_H_
