#ifndef ROOFLINE_COSTMODEL_FUSION_FLOW_H_
#define ROOFLINE_COSTMODEL_FUSION_FLOW_H_

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/per_value.h"
#include "costmodel/graph/graph.h"

namespace roofline {

// Which layer reads whose output. Operators that look at a tensor's shape alone (Shape, Size) count
// as readers of nothing.
class Flow {
 public:
  static constexpr size_t kNone = std::numeric_limits<size_t>::max();

  Flow(const Model& model, const std::vector<Layer>& layers);

  size_t size() const { return layers_.size(); }
  const Model& model() const { return model_; }
  const Layer& layer(size_t i) const { return layers_[i]; }

  // True when it is this operator of ai.onnx or com.microsoft, without a rule of the user's.
  bool Is(size_t i, std::string_view op) const;
  bool HasClass(size_t i, OperatorClass op_class) const;
  // True for a Reshape, Squeeze ...: it moves nothing.
  bool IsView(size_t i) const { return nodes_[i].view; }

  // The layer that fills an operand; kNone for inputs, weights and what control flow yields.
  size_t Producer(size_t i, size_t operand) const { return nodes_[i].producers[operand]; }
  // The layers that read outputs of this one, once per operand, ascending.
  const std::vector<size_t>& Users(size_t i) const { return nodes_[i].users; }

  // An output of the layer is an output of the model: it has to be written.
  bool Leaves(size_t i) const { return nodes_[i].leaves; }
  // An output of the layer goes into or out of a subgraph: who reads it when is not known here.
  bool Escapes(size_t i) const { return nodes_[i].escapes; }

  bool IsConstant(size_t i, size_t operand) const;
  // A constant of one element.
  bool IsScalar(size_t i, size_t operand) const;
  // Elements of the first output; 0 where its shape is not known.
  Count Elements(size_t i) const;
  // Elements of an operand.
  Count OperandElements(size_t i, size_t operand) const;

 private:
  struct LayerFlow {
    std::vector<size_t> producers;  // parallel to node->inputs
    std::vector<size_t> users;
    bool view = false;
    bool leaves = false;
    bool escapes = false;
  };

  size_t ProducerOf(const GraphRun* run, ValueId value) const;
  void LinkOperands(size_t i);
  // Marks what subgraphs of `run` read and, in a subgraph, what it yields.
  void MarkEscapes(const GraphRun* run);
  void MarkEscape(const GraphRun* run, ValueId value);

  const Model& model_;
  const std::vector<Layer>& layers_;
  std::vector<LayerFlow> nodes_;
  PerValue<size_t> producer_{kNone};
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_FLOW_H_
