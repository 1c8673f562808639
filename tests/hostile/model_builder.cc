#include "tests/hostile/model_builder.h"

namespace roofline::testing {

onnx::ModelProto EmptyModel(int64_t opset) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(opset);
  model.mutable_graph()->set_name("g");
  return model;
}

onnx::ValueInfoProto TensorInfo(const std::string& name, const std::vector<int64_t>& dims,
                                int dtype) {
  onnx::ValueInfoProto info;
  info.set_name(name);
  auto* tensor = info.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(dtype);
  tensor->mutable_shape();
  for (const int64_t dim : dims) tensor->mutable_shape()->add_dim()->set_dim_value(dim);
  return info;
}

onnx::NodeProto MakeNode(const std::string& op, std::initializer_list<std::string> inputs,
                         std::initializer_list<std::string> outputs) {
  onnx::NodeProto node;
  node.set_op_type(op);
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  return node;
}

onnx::AttributeProto IntsAttribute(const std::string& name, const std::vector<int64_t>& values) {
  onnx::AttributeProto attribute;
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::INTS);
  attribute.mutable_ints()->Add(values.begin(), values.end());
  return attribute;
}

onnx::TensorProto Int64Tensor(const std::string& name, const std::vector<int64_t>& values) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::INT64);
  tensor.add_dims(static_cast<int64_t>(values.size()));
  tensor.mutable_int64_data()->Add(values.begin(), values.end());
  return tensor;
}

onnx::ModelProto OneNodeModel(const onnx::NodeProto& node, const std::vector<int64_t>& x) {
  onnx::ModelProto model = EmptyModel();
  auto* graph = model.mutable_graph();
  *graph->add_input() = TensorInfo("x", x);
  *graph->add_node() = node;
  graph->add_output()->set_name("y");
  return model;
}

}  // namespace roofline::testing
