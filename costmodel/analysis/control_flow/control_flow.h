#ifndef ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_CONTROL_FLOW_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_CONTROL_FLOW_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/interpreter.h"
#include "costmodel/graph/graph.h"
#include "costmodel/operators/fact.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// A node of `run` that runs subgraphs. What runs in them are layers; the node itself is none.
struct ControlFlowNode {
  Interpreter& interpreter;
  GraphRun& run;
  const Node& node;
  NodeView view;
};

// A ControlFlowRunner runs the subgraphs of a node and returns the facts of its outputs. Errors:
// those of the nodes in them, kShapeConflict for subgraphs that do not fit the node,
// kUnresolvedValue for a trip count that is not known. nullptr for an operator that runs no
// subgraph.
ControlFlowRunner FindControlFlow(std::string_view domain, std::string_view op);

absl::StatusOr<std::vector<Fact>> RunIf(const ControlFlowNode& flow);           // if.cc
absl::StatusOr<std::vector<Fact>> RunLoop(const ControlFlowNode& flow);         // loop.cc
absl::StatusOr<std::vector<Fact>> RunScan(const ControlFlowNode& flow);         // scan.cc
absl::StatusOr<std::vector<Fact>> RunSequenceMap(const ControlFlowNode& flow);  // sequence_map.cc

// The subgraph of an attribute that must be there.
absl::StatusOr<GraphId> BodyOf(const ControlFlowNode& flow, std::string_view attribute);

// "scope/node/attribute", what layers in a subgraph are named after.
std::string ScopeOf(const ControlFlowNode& flow, std::string_view attribute);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_CONTROL_FLOW_H_
