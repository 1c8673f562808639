#include "client/examples/generator/graph_builder.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <utility>

#include "client/examples/generator/half.h"

namespace roofline::examples {
namespace {

constexpr int64_t kLargestInlineBytes = 1024;
constexpr int64_t kIrVersion = 8;

int64_t ElementCount(const Ints& dims) {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

// ONNX raw data is little-endian.
template <typename Integer>
void AppendRaw(Integer value, std::string* raw) {
  for (size_t byte = 0; byte < sizeof(value); ++byte) {
    raw->push_back(static_cast<char>((value >> (8 * byte)) & 0xff));
  }
}

void AppendReal(float value, ElementType type, std::string* raw) {
  if (type == onnx::TensorProto::FLOAT16) {
    AppendRaw(HalfBits(value), raw);
  } else {
    AppendRaw(std::bit_cast<uint32_t>(value), raw);
  }
}

int64_t RealBytes(ElementType type) { return type == onnx::TensorProto::FLOAT16 ? 2 : 4; }

void SetAttribute(const Attribute& from, onnx::AttributeProto* to) {
  to->set_name(std::string(from.name));
  if (const auto* integer = std::get_if<int64_t>(&from.value)) {
    to->set_type(onnx::AttributeProto::INT);
    to->set_i(*integer);
  } else if (const auto* real = std::get_if<float>(&from.value)) {
    to->set_type(onnx::AttributeProto::FLOAT);
    to->set_f(*real);
  } else if (const auto* integers = std::get_if<Ints>(&from.value)) {
    to->set_type(onnx::AttributeProto::INTS);
    for (int64_t value : *integers) to->add_ints(value);
  } else {
    to->set_type(onnx::AttributeProto::STRING);
    to->set_s(std::get<std::string>(from.value));
  }
}

void Declare(std::string_view name, ElementType type, const Dims& dims,
             onnx::ValueInfoProto* value) {
  value->set_name(std::string(name));
  auto* tensor = value->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  auto* shape = tensor->mutable_shape();
  for (const Dim& dim : dims) {
    if (const auto* extent = std::get_if<int64_t>(&dim)) {
      shape->add_dim()->set_dim_value(*extent);
    } else {
      shape->add_dim()->set_dim_param(std::get<std::string>(dim));
    }
  }
}

NodeNamer PathNamer() {
  return [uses = std::map<std::string, int>()](std::string_view path, std::string_view op) mutable {
    std::string name = fmt::format("{}/{}", path, op);
    const int earlier = uses[name]++;
    return earlier == 0 ? name : fmt::format("{}_{}", name, earlier);
  };
}

std::string NodePath(const std::vector<std::string>& scopes) {
  return scopes.empty() ? "" : fmt::format("/{}", fmt::join(scopes, "/"));
}

std::string WeightName(const std::vector<std::string>& scopes, std::string_view name) {
  std::vector<std::string_view> parts;
  for (const std::string& scope : scopes) {
    if (!parts.empty() && scope.starts_with(fmt::format("{}.", parts.back()))) parts.pop_back();
    parts.push_back(scope);
  }
  parts.push_back(name);
  return fmt::format("{}", fmt::join(parts, "."));
}

void AddEntry(std::string_view key, std::string value, onnx::TensorProto* tensor) {
  auto* entry = tensor->add_external_data();
  entry->set_key(std::string(key));
  entry->set_value(std::move(value));
}

}  // namespace

GraphBuilder::GraphBuilder(std::string_view model, int64_t opset, ElementType float_type)
    : graph_(*model_.mutable_graph()), float_type_(float_type), namer_(PathNamer()) {
  model_.set_ir_version(kIrVersion);
  model_.set_producer_name("roofline-generate-examples");
  auto* import = model_.add_opset_import();
  import->set_domain("");
  import->set_version(opset);
  graph_.set_name(std::string(model));
}

Value GraphBuilder::Input(std::string_view name, ElementType type, const Dims& dims) {
  Declare(name, type, dims, graph_.add_input());
  return Value(name);
}

void GraphBuilder::Output(const Value& value, std::string_view name, ElementType type,
                          const Dims& dims) {
  for (onnx::NodeProto& node : *graph_.mutable_node()) {
    for (std::string& input : *node.mutable_input()) {
      if (input == value) input = name;
    }
    for (std::string& output : *node.mutable_output()) {
      if (output == value) output = name;
    }
  }
  Declare(name, type, dims, graph_.add_output());
}

onnx::TensorProto* GraphBuilder::AddInitializer(std::string_view name, ElementType type,
                                                const Ints& dims, int64_t bytes) {
  auto* tensor = graph_.add_initializer();
  tensor->set_name(WeightName(scopes_, name));
  tensor->set_data_type(type);
  for (int64_t dim : dims) tensor->add_dims(dim);
  if (bytes > kLargestInlineBytes) {
    tensor->set_data_location(onnx::TensorProto::EXTERNAL);
    AddEntry("location", fmt::format("{}.weights", graph_.name()), tensor);
    AddEntry("offset", fmt::to_string(external_bytes_), tensor);
    AddEntry("length", fmt::to_string(bytes), tensor);
    external_bytes_ += bytes;
  }
  return tensor;
}

Value GraphBuilder::Weight(std::string_view name, const Ints& dims, float fill) {
  const int64_t count = ElementCount(dims);
  auto* tensor = AddInitializer(name, float_type_, dims, count * RealBytes(float_type_));
  if (tensor->data_location() != onnx::TensorProto::EXTERNAL) {
    for (int64_t i = 0; i < count; ++i) AppendReal(fill, float_type_, tensor->mutable_raw_data());
  }
  return tensor->name();
}

Value GraphBuilder::Indices(std::string_view name, const Ints& dims) {
  const int64_t count = ElementCount(dims);
  auto* tensor = AddInitializer(name, onnx::TensorProto::INT64, dims, count * 8);
  if (tensor->data_location() != onnx::TensorProto::EXTERNAL) {
    for (int64_t i = 0; i < count; ++i) AppendRaw(i, tensor->mutable_raw_data());
  }
  return tensor->name();
}

Value GraphBuilder::ShapeVector(std::string_view name, const Ints& values) {
  const auto count = static_cast<int64_t>(values.size());
  auto* tensor = AddInitializer(name, onnx::TensorProto::INT64, {count}, count * 8);
  for (int64_t value : values) AppendRaw(value, tensor->mutable_raw_data());
  return tensor->name();
}

Value GraphBuilder::Constant(const onnx::TensorProto& tensor) {
  Value output = Node("Constant", {});
  auto* attribute = graph_.mutable_node(graph_.node_size() - 1)->add_attribute();
  attribute->set_name("value");
  attribute->set_type(onnx::AttributeProto::TENSOR);
  *attribute->mutable_t() = tensor;
  return output;
}

Value GraphBuilder::Integer(int64_t value) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::INT64);
  AppendRaw(value, tensor.mutable_raw_data());
  return Constant(tensor);
}

Value GraphBuilder::Integers(const Ints& values) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::INT64);
  tensor.add_dims(static_cast<int64_t>(values.size()));
  for (int64_t value : values) AppendRaw(value, tensor.mutable_raw_data());
  return Constant(tensor);
}

Value GraphBuilder::Real(float value) { return Real(value, float_type_); }

Value GraphBuilder::Real(float value, ElementType type) {
  onnx::TensorProto tensor;
  tensor.set_data_type(type);
  AppendReal(value, type, tensor.mutable_raw_data());
  return Constant(tensor);
}

Value GraphBuilder::Reals(const std::vector<float>& values) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.add_dims(static_cast<int64_t>(values.size()));
  for (float value : values) AppendReal(value, onnx::TensorProto::FLOAT, tensor.mutable_raw_data());
  return Constant(tensor);
}

Value GraphBuilder::Node(std::string_view op, const std::vector<Value>& inputs,
                         const Attributes& attributes) {
  return Node(op, inputs, attributes, 1).front();
}

std::vector<Value> GraphBuilder::Node(std::string_view op, const std::vector<Value>& inputs,
                                      const Attributes& attributes, int outputs) {
  auto* node = graph_.add_node();
  node->set_op_type(std::string(op));
  node->set_name(namer_(NodePath(scopes_), op));
  for (const Value& input : inputs) node->add_input(input);
  for (int i = 0; i < outputs; ++i) {
    node->add_output(fmt::format("{}_output_{}", node->name(), i));
  }
  for (const Attribute& attribute : attributes) SetAttribute(attribute, node->add_attribute());
  return {node->output().begin(), node->output().end()};
}

Scope::Scope(GraphBuilder& builder, std::string_view module) : builder_(builder) {
  builder_.scopes_.emplace_back(module);
}

Scope::~Scope() { builder_.scopes_.pop_back(); }

}  // namespace roofline::examples
