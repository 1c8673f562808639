#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_GRAPH_BUILDER_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_GRAPH_BUILDER_H_

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace roofline::examples {

// A tensor of the graph under construction, by its name.
using Value = std::string;
using Ints = std::vector<int64_t>;

// A dimension of a graph input or output: an extent, or a name that is bound when the model is
// used.
using Dim = std::variant<int64_t, std::string>;
using Dims = std::vector<Dim>;

using ElementType = onnx::TensorProto_DataType;

// Where the bias of a convolution is added: by the convolution, or by a node of its own, as
// frameworks that fuse nothing do it.
enum class Biases { kInConvolutions, kApart };

struct Attribute {
  std::string_view name;
  std::variant<int64_t, float, Ints, std::string> value;
};
using Attributes = std::vector<Attribute>;

// Gives each node its unique name, from the module path ("/layer1/conv1") and the operator.
using NodeNamer = std::function<std::string(std::string_view path, std::string_view op)>;

// Builds one ONNX model the way an exporter writes it. The same calls give the same bytes.
//
// Weights over 1 KiB are external references into "<model>.weights", a file that does not exist: a
// model is a few hundred KiB whatever it weighs. Smaller ones hold a constant.
class GraphBuilder {
 public:
  // `float_type` is what weights and real scalars are: FLOAT or FLOAT16.
  GraphBuilder(std::string_view model, int64_t opset,
               ElementType float_type = onnx::TensorProto::FLOAT);
  GraphBuilder(const GraphBuilder&) = delete;
  GraphBuilder& operator=(const GraphBuilder&) = delete;

  void PlaceBiases(Biases biases) { biases_ = biases; }
  Biases biases() const { return biases_; }

  // Replaces the names "/path/Op", "/path/Op_1", ... of the nodes still to come.
  void NameNodesBy(NodeNamer namer) { namer_ = std::move(namer); }

  Value Input(std::string_view name, ElementType type, const Dims& dims);
  // Makes `value` an output of the graph and renames it to `name` wherever it is used.
  void Output(const Value& value, std::string_view name, ElementType type, const Dims& dims);

  // An initializer called "<scope>.<name>", every element `fill`.
  Value Weight(std::string_view name, const Ints& dims, float fill = 0);
  // int64 initializers: 0, 1, 2, ... in the order of `dims`, and a vector such as a shape.
  Value Indices(std::string_view name, const Ints& dims);
  Value ShapeVector(std::string_view name, const Ints& values);
  // Constant nodes: an int64 scalar, an int64 vector, and a scalar of the float type or of `type`.
  Value Integer(int64_t value);
  Value Integers(const Ints& values);
  Value Real(float value);
  Value Real(float value, ElementType type);
  // A Constant node: a vector of FLOAT.
  Value Reals(const std::vector<float>& values);

  // Adds a node. An empty input name stands for an optional input left out.
  Value Node(std::string_view op, const std::vector<Value>& inputs,
             const Attributes& attributes = {});
  std::vector<Value> Node(std::string_view op, const std::vector<Value>& inputs,
                          const Attributes& attributes, int outputs);

  ElementType float_type() const { return float_type_; }
  const onnx::ModelProto& model() const { return model_; }

 private:
  friend class Scope;

  onnx::TensorProto* AddInitializer(std::string_view name, ElementType type, const Ints& dims,
                                    int64_t bytes);
  Value Constant(const onnx::TensorProto& tensor);

  onnx::ModelProto model_;
  onnx::GraphProto& graph_;
  ElementType float_type_;
  Biases biases_ = Biases::kInConvolutions;
  NodeNamer namer_;
  std::vector<std::string> scopes_;
  int64_t external_bytes_ = 0;
};

// Names what is built during its life after a module: nodes "/outer/inner/Op", weights
// "outer.inner.name". As in PyTorch, a module "layer1.0" inside "layer1" repeats its parent in node
// names only: "/layer1/layer1.0/Op", "layer1.0.name".
class Scope {
 public:
  Scope(GraphBuilder& builder, std::string_view module);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  GraphBuilder& builder_;
};

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_GRAPH_BUILDER_H_
