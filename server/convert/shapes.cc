#include "server/convert/shapes.h"

#include <fmt/format.h>

#include <string>

#include "server/convert/layer.h"

namespace roofline {
namespace {

constexpr size_t kMaxShownElements = 64;

std::string TypeText(const Fact& fact) {
  std::string_view kind;
  switch (fact.kind) {
    case TypeKind::kSequence:
      kind = "sequence";
      break;
    case TypeKind::kOptional:
      kind = "optional";
      break;
    case TypeKind::kMap:
      kind = "map";
      break;
    default:
      return std::string(DTypeName(fact.dtype));
  }
  if (!fact.elements || fact.elements->empty()) return std::string(kind);
  return fmt::format("{}({})", kind, TypeText(fact.elements->front()));
}

void ContentToProto(const Tensor& content, v1::InferredTensor& proto) {
  if (const auto* ints = content.ints(); ints != nullptr && ints->size() <= kMaxShownElements)
    proto.mutable_integers()->mutable_values()->Add(ints->begin(), ints->end());
  if (const auto* floats = content.floats();
      floats != nullptr && floats->size() <= kMaxShownElements)
    proto.mutable_numbers()->mutable_values()->Add(floats->begin(), floats->end());
  if (const auto* texts = content.strings(); texts != nullptr && texts->size() <= kMaxShownElements)
    proto.mutable_texts()->mutable_values()->Add(texts->begin(), texts->end());
}

class Lister {
 public:
  Lister(const Graph& graph, const GraphRun& run, v1::InferShapesResponse& response)
      : graph_(graph), run_(run), response_(response) {}

  void List() {
    for (const ValueId id : graph_.inputs) Add(id);
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      if (graph_.values[v].initializer) Add(ValueId(v));
    }
    for (const Node& node : graph_.nodes) {
      for (const ValueId id : node.outputs) {
        if (id.valid()) Add(id);
      }
    }
  }

 private:
  void Add(ValueId id) {
    const Fact& fact = run_.facts[id.index()];
    v1::InferredTensor& proto = *response_.add_tensors();
    proto.set_name(std::string(graph_.value(id).name));
    proto.set_scope(run_.scope);
    proto.set_data_type(TypeText(fact));
    proto.set_mark(MarkToProto(Worst(fact.mark, run_.mark)));
    proto.set_shape_known(fact.kind == TypeKind::kTensor && fact.shape.has_value());
    if (proto.shape_known()) proto.mutable_shape()->Add(fact.shape->begin(), fact.shape->end());
    if (fact.value) ContentToProto(*fact.value, proto);
  }

  const Graph& graph_;
  const GraphRun& run_;
  v1::InferShapesResponse& response_;
};

}  // namespace

v1::InferShapesResponse ShapesToProto(const Model& model, const ShapedModel& shaped) {
  v1::InferShapesResponse response;
  for (const auto& run : shaped.runs) Lister(model.graph(run->graph), *run, response).List();
  for (const std::string& warning : shaped.warnings) response.add_warnings(warning);
  return response;
}

}  // namespace roofline
