#ifndef ROOFLINE_COSTMODEL_ANALYSIS_COUNT_WORK_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_COUNT_WORK_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Work of one execution of a node whose inputs and outputs have facts: default traffic (each input
// read once, each output written once, by the bits of its type), then the rule's counts and
// exceptions. `rule` may be null: traffic only. kLimitExceeded, naming the node, when a count does
// not fit int64.
absl::StatusOr<Work> CountWork(const NodeView& node, const OperatorRule* rule);

// A node that runs, with everything later steps ask about it. Pointers reach into the Model and the
// ShapedModel.
struct Layer {
  std::string name;  // unique in the report: node name, else its first output, else "Op#index";
                     // with its scope
  const Node* node = nullptr;
  const GraphRun* run = nullptr;
  const OperatorRule* rule = nullptr;
  const CustomRule* custom = nullptr;  // the user's rule, which went before it
  int opset = 0;                       // version of the operator's domain
  std::vector<const Fact*> inputs;     // parallel to node->inputs, nullptr where left out
  std::vector<const Fact*> outputs;    // parallel to node->outputs
  Work work;                           // of one execution; the average where it is not always run
  Count repeat = 1;                    // executions per inference
  Mark mark = Mark::kExact;            // of shapes and work together

  NodeView view() const { return NodeView(*node, opset, inputs, outputs); }
};

// The layer of one node run. `index` names a node without name or outputs. kLimitExceeded as above.
absl::StatusOr<Layer> CountLayer(const Model& model, const NodeRun& node_run, size_t index);

// One layer per node run, in execution order.
absl::StatusOr<std::vector<Layer>> CountLayers(const Model& model, const ShapedModel& shaped);

// Whether the work of the layer's operator is known: the user's rule states it, or ours does.
bool HasWorkRule(const Layer& layer);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_COUNT_WORK_H_
