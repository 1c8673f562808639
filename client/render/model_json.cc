#include "client/render/model_json.h"

#include <utility>

namespace roofline {
namespace {

Json TensorJson(const v1::Tensor& tensor) {
  return {{"name", tensor.name()}, {"dtype", tensor.data_type()}, {"shape", ShapeJson(tensor)}};
}

}  // namespace

Json ShapeJson(const v1::Tensor& tensor) {
  if (!tensor.shape_known()) return nullptr;
  Json shape = Json::array();
  for (const int64_t dim : tensor.shape()) shape.push_back(dim);
  return shape;
}

Json ModelJson(const v1::ModelFacts& model) {
  Json sets = Json::object();
  for (const v1::OperatorSet& set : model.operator_sets()) sets[set.domain()] = set.version();
  return {{"name", model.name()},
          {"digest", model.digest()},
          {"graph_name", model.graph_name()},
          {"producer", model.producer()},
          {"ir_version", model.ir_version()},
          {"opset", model.opset()},
          {"operator_sets", std::move(sets)},
          {"parameters", model.parameters()},
          {"weight_bytes", model.weight_bytes()},
          {"inputs", ArrayOf(model.inputs(), TensorJson)},
          {"outputs", ArrayOf(model.outputs(), TensorJson)}};
}

}  // namespace roofline
