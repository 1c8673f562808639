#include "tests/costmodel/testing/model_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <stdexcept>

#include "costmodel/onnx/loader.h"

namespace roofline::testing {

absl::StatusOr<Model> TryParseModelText(const std::string& graph_text, int opset) {
  const std::string text = fmt::format(
      "<ir_version: 8, opset_import: [\"\" : {}, \"com.microsoft\" : 1]>\n{}", opset, graph_text);
  onnx::ModelProto proto;
  const auto parsed = onnx::OnnxParser::Parse(proto, text.c_str());
  if (!parsed.IsOK()) throw std::invalid_argument(parsed.ErrorMessage());
  return LoadModel(proto.SerializeAsString(), ModelLimits());
}

Model ParseModelText(const std::string& graph_text, int opset) {
  absl::StatusOr<Model> model = TryParseModelText(graph_text, opset);
  if (!model.ok()) throw std::invalid_argument(model.status().ToString());
  return *std::move(model);
}

const Fact& FactOf(const Model& model, const ShapedModel& shaped, std::string_view value) {
  const Graph& graph = model.main();
  for (size_t i = 0; i < graph.values.size(); ++i) {
    if (graph.values[i].name == value) return shaped.main().facts[i];
  }
  throw std::invalid_argument(fmt::format("no value '{}'", value));
}

}  // namespace roofline::testing
