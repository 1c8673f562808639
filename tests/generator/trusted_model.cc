#include "tests/generator/trusted_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <onnx/shape_inference/implementation.h>

#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace roofline::examples {
namespace {

int64_t Product(const std::vector<int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), int64_t{1}, std::multiplies<>());
}

void Bind(const Bindings& bindings, onnx::ValueInfoProto* value) {
  auto* shape = value->mutable_type()->mutable_tensor_type()->mutable_shape();
  for (auto& dim : *shape->mutable_dim()) {
    if (!dim.has_dim_param()) continue;
    const auto bound = bindings.find(dim.dim_param());
    if (bound != bindings.end()) dim.set_dim_value(bound->second);
  }
}

void AddHint(const std::string& tensor, const Hint& hint, onnx::GraphProto* graph) {
  auto* value = graph->add_value_info();
  value->set_name(tensor);
  auto* type = value->mutable_type()->mutable_tensor_type();
  type->set_elem_type(hint.type);
  for (int64_t extent : hint.shape) type->mutable_shape()->add_dim()->set_dim_value(extent);
}

// A node's multiply-accumulates: outputs times the length of the dot product behind each.
int64_t MacsOf(const TrustedModel& model, const onnx::NodeProto& node) {
  const int64_t outputs = model.Elements(node.output(0));
  if (node.op_type() == "Conv") {
    const std::vector<int64_t> weight = model.Shape(node.input(1));
    return outputs * weight[1] * weight[2] * weight[3];
  }
  if (node.op_type() == "Gemm") return outputs * model.Shape(node.input(0))[1];
  if (node.op_type() == "MatMul") return outputs * model.Shape(node.input(0)).back();
  if (node.op_type() == "LSTM") {
    // Four gates, each over the input and the state; the first output holds the states of all
    // steps.
    const std::vector<int64_t> recurrence = model.Shape(node.input(2));
    return outputs * 4 * (model.Shape(node.input(0))[2] + recurrence[2]);
  }
  return 0;
}

}  // namespace

const Network& FindNetwork(std::string_view name) {
  for (const Network& network : Networks()) {
    if (network.name == name) return network;
  }
  ADD_FAILURE() << "no network " << name;
  return Networks().front();
}

onnx::ModelProto Parse(const std::string& bytes) {
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(bytes));
  return model;
}

TrustedModel::TrustedModel(onnx::ModelProto model, const Bindings& bindings, const Hints& hints)
    : model_(std::move(model)) {
  for (auto& input : *model_.mutable_graph()->mutable_input()) Bind(bindings, &input);
  for (auto& output : *model_.mutable_graph()->mutable_output()) Bind(bindings, &output);
  for (const auto& [tensor, hint] : hints) AddHint(tensor, hint, model_.mutable_graph());
  const onnx::ShapeInferenceOptions strict(/*check_type_val=*/true, /*strict_mode_val=*/1,
                                           /*data_prop_val=*/true);
  onnx::shape_inference::InferShapes(model_, onnx::OpSchemaRegistry::Instance(), strict);
  const auto remember = [this](const onnx::ValueInfoProto& value) {
    const auto& type = value.type().tensor_type();
    if (type.has_shape()) shapes_[value.name()] = type.shape();
  };
  for (const auto& value : graph().input()) remember(value);
  for (const auto& value : graph().value_info()) remember(value);
  for (const auto& value : graph().output()) remember(value);
  for (const auto& weight : graph().initializer()) {
    weights_[weight.name()] = {weight.dims().begin(), weight.dims().end()};
  }
}

std::vector<int64_t> TrustedModel::Shape(const std::string& tensor) const {
  if (const auto weight = weights_.find(tensor); weight != weights_.end()) return weight->second;
  const auto found = shapes_.find(tensor);
  if (found == shapes_.end()) throw std::runtime_error(fmt::format("{} has no shape", tensor));
  std::vector<int64_t> shape;
  for (const auto& dim : found->second.dim()) {
    if (!dim.has_dim_value()) {
      throw std::runtime_error(
          fmt::format("{} is not static: {}", tensor, found->second.ShortDebugString()));
    }
    shape.push_back(dim.dim_value());
  }
  return shape;
}

int64_t TrustedModel::Elements(const std::string& tensor) const { return Product(Shape(tensor)); }

int64_t IntegerOf(const onnx::NodeProto& node, std::string_view attribute, int64_t otherwise) {
  for (const auto& candidate : node.attribute()) {
    if (candidate.name() == attribute) return candidate.i();
  }
  return otherwise;
}

std::vector<int64_t> IntegersOf(const onnx::NodeProto& node, std::string_view attribute) {
  for (const auto& candidate : node.attribute()) {
    if (candidate.name() == attribute) return {candidate.ints().begin(), candidate.ints().end()};
  }
  return {};
}

int64_t CountMacs(const TrustedModel& model) {
  int64_t macs = 0;
  for (const auto& node : model.graph().node()) macs += MacsOf(model, node);
  return macs;
}

int64_t CountParameters(const onnx::GraphProto& graph) {
  std::set<std::string> statistics;
  for (const auto& node : graph.node()) {
    if (node.op_type() == "BatchNormalization") statistics.insert({node.input(3), node.input(4)});
  }
  int64_t parameters = 0;
  for (const auto& weight : graph.initializer()) {
    const bool real = weight.data_type() == onnx::TensorProto::FLOAT ||
                      weight.data_type() == onnx::TensorProto::FLOAT16;
    if (!real || statistics.contains(weight.name())) continue;
    parameters += Product({weight.dims().begin(), weight.dims().end()});
  }
  return parameters;
}

std::map<std::string, int> CountNodes(const onnx::GraphProto& graph) {
  std::map<std::string, int> nodes;
  for (const auto& node : graph.node()) ++nodes[node.op_type()];
  return nodes;
}

}  // namespace roofline::examples
