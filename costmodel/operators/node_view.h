#ifndef ROOFLINE_COSTMODEL_OPERATORS_NODE_VIEW_H_
#define ROOFLINE_COSTMODEL_OPERATORS_NODE_VIEW_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/error.h"
#include "costmodel/graph/graph.h"
#include "costmodel/operators/fact.h"

namespace roofline {

// One node as an operator rule sees it: the facts of its operands, its attributes with defaults,
// the version of the operator's domain. Before a rule runs, its `min_inputs` first operands are
// checked to be there with known shapes.
class NodeView {
 public:
  // `inputs` and `outputs` are parallel to node.inputs / node.outputs; an omitted operand is
  // nullptr. `outputs` is empty while shapes are inferred.
  NodeView(const Node& node, int opset, std::span<const Fact* const> inputs,
           std::span<const Fact* const> outputs = {})
      : node_(node), opset_(opset), inputs_(inputs), outputs_(outputs) {}

  const Node& node() const { return node_; }
  std::string_view op() const { return node_.op; }
  // The imported version of the operator's domain.
  int opset() const { return opset_; }

  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(node_.outputs.size()); }

  // False when the operand is absent: beyond the list or an empty name.
  bool has_input(int i) const {
    return i < num_inputs() && inputs_[static_cast<size_t>(i)] != nullptr;
  }
  bool has_output(int i) const {
    return i < num_outputs() && node_.outputs[static_cast<size_t>(i)].valid();
  }

  // Facts of an operand that is present.
  const Fact& input(int i) const { return *inputs_[static_cast<size_t>(i)]; }
  // Facts of an output that is present; only in value and work rules, after `infer` ran.
  const Fact& output(int i) const { return *outputs_[static_cast<size_t>(i)]; }

  // True for a present tensor operand whose shape is known.
  bool has_shape(int i) const { return has_input(i) && input(i).shape.has_value(); }
  // A scalar's shape and no type where the operand is absent or no tensor, so that a rule that did
  // not ask runs into its own rank checks.
  const Shape& shape(int i) const { return has_shape(i) ? *input(i).shape : kNoShape; }
  const Shape& out_shape(int i) const {
    return has_output(i) && output(i).shape ? *output(i).shape : kNoShape;
  }
  DType dtype(int i) const { return has_input(i) ? input(i).dtype : DType::kUndefined; }
  // Element counts; 0 for an absent operand or one without a shape.
  Count elements(int i) const { return has_shape(i) ? Elements(shape(i)) : Count(0); }
  Count out_elements(int i) const {
    return has_output(i) && output(i).shape ? Elements(out_shape(i)) : Count(0);
  }

  // The known content of an integer or bool input; nullptr when absent or not known before the run.
  const std::vector<int64_t>* ints(int i) const;
  // The known content of a float input.
  const std::vector<double>* floats(int i) const;
  // The known content of any numeric input as doubles; nullopt when absent or unknown.
  std::optional<std::vector<double>> numbers(int i) const;

  bool has_attr(std::string_view name) const { return FindAttr(name) != nullptr; }
  // Attributes with the default for an absent one; one of another type counts as absent.
  int64_t attr_int(std::string_view name, int64_t fallback) const;
  double attr_float(std::string_view name, double fallback) const;
  std::string_view attr_string(std::string_view name, std::string_view fallback) const;
  // nullptr when absent.
  const std::vector<int64_t>* attr_ints(std::string_view name) const;
  const std::vector<double>* attr_floats(std::string_view name) const;
  const std::vector<std::string_view>* attr_strings(std::string_view name) const;
  TensorPtr attr_tensor(std::string_view name) const;
  GraphId attr_graph(std::string_view name) const;  // invalid when absent
  const Attribute* FindAttr(std::string_view name) const;

  // A kShapeConflict error that names the node, its operator and the operand shapes; `problem` says
  // what does not fit.
  absl::Status Conflict(std::string_view problem) const;
  // A kUnresolvedValue error: `what` must be known before the run; names input i and the option
  // that gives it.
  absl::Status NeedsValue(int i, std::string_view what) const;

  // `axis` in [-rank, rank) made non-negative, or a conflict that says so.
  absl::StatusOr<int> Axis(int64_t axis, int rank) const;

  // "Conv node 'conv1'", or with the first output's name when the node has none; for messages.
  std::string Describe() const;

 private:
  static inline const Shape kNoShape;

  const Node& node_;
  int opset_;
  std::span<const Fact* const> inputs_;
  std::span<const Fact* const> outputs_;
};

// Where a rule's results go, one per output of the node. Setting an output the node does not have
// is harmless.
class OutputFacts {
 public:
  OutputFacts(size_t count, int64_t max_value_elements)
      : facts_(count), max_value_elements_(max_value_elements) {}

  // Type and shape. The interpreter adds the marks of the inputs.
  void Set(int i, DType dtype, Shape shape, Mark mark = Mark::kExact);
  void SetFact(int i, Fact fact);
  // Content of output i, already shaped by Set: as many elements as the shape has, else it is
  // dropped.
  void SetInts(int i, std::vector<int64_t> content);
  void SetFloats(int i, std::vector<double> content);
  void SetStrings(int i, std::vector<std::string> content);

  bool has(int i) const { return static_cast<size_t>(i) < facts_.size(); }
  const Fact& fact(int i) const { return facts_[static_cast<size_t>(i)]; }
  std::vector<Fact>& facts() { return facts_; }

  // Value rules do nothing for tensors larger than this many elements.
  int64_t max_value_elements() const { return max_value_elements_; }

 private:
  template <class T>
  void SetContent(int i, std::vector<T> content);

  std::vector<Fact> facts_;
  int64_t max_value_elements_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_NODE_VIEW_H_
