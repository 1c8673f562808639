#include "costmodel/onnx/function_call.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/error.h"
#include "costmodel/onnx/newer_fields.h"

namespace roofline {
namespace {

std::string CallName(const onnx::NodeProto& call) {
  if (!call.name().empty()) return call.name();
  for (const std::string& output : call.output()) {
    if (!output.empty()) return output;
  }
  return call.op_type();
}

template <class Visit>
void ForEachDefinition(const onnx::GraphProto& graph, const Visit& visit) {
  for (const auto& input : graph.input()) visit(input.name());
  for (const auto& tensor : graph.initializer()) visit(tensor.name());
  for (const auto& tensor : graph.sparse_initializer()) visit(tensor.values().name());
  for (const auto& node : graph.node()) {
    for (const std::string& output : node.output()) visit(output);
  }
}

}  // namespace

void UniqueNames::AddAll(const onnx::GraphProto& graph) {
  ForEachDefinition(graph, [this](const std::string& name) { taken_.insert(name); });
  for (const auto& node : graph.node()) {
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_g()) AddAll(attribute.g());
      for (const auto& inner : attribute.graphs()) AddAll(inner);
    }
  }
}

std::string UniqueNames::Take(std::string wanted) {
  if (taken_.insert(wanted).second) return wanted;
  int64_t& next = next_.try_emplace(wanted, 2).first->second;
  while (true) {
    std::string name = fmt::format("{}#{}", wanted, next++);
    if (taken_.insert(name).second) return name;
  }
}

FunctionCall::FunctionCall(const ModelFunction& function, const onnx::NodeProto& call,
                           UniqueNames& names)
    : function_(function), call_(call), names_(names), prefix_(CallName(call)) {}

absl::StatusOr<std::unique_ptr<FunctionCall>> FunctionCall::Make(const ModelFunction& function,
                                                                 const onnx::NodeProto& call,
                                                                 UniqueNames& names) {
  const onnx::FunctionProto& proto = *function.proto;
  if (call.input_size() > proto.input_size() || call.output_size() > proto.output_size()) {
    return Error(Reason::kMalformedModel,
                 fmt::format("{} node '{}' has {} inputs and {} outputs; the function takes at "
                             "most {} and gives {}",
                             call.op_type(), call.name(), call.input_size(), call.output_size(),
                             proto.input_size(), proto.output_size()));
  }
  std::unique_ptr<FunctionCall> frame(new FunctionCall(function, call, names));
  auto& map = frame->scope_.names;
  for (int i = 0; i < proto.input_size(); ++i) {
    map[proto.input(i)] = i < call.input_size() ? call.input(i) : std::string();
  }
  for (int i = 0; i < call.output_size(); ++i) {
    if (!call.output(i).empty()) map.try_emplace(proto.output(i), call.output(i));
  }
  for (const onnx::NodeProto& node : proto.node()) {
    for (const std::string& output : node.output()) {
      if (!output.empty() && !map.contains(output)) map.emplace(output, frame->Fresh(output));
    }
  }
  return frame;
}

std::string FunctionCall::Fresh(const std::string& name) const {
  return names_.Take(fmt::format("{}/{}", prefix_, name));
}

// A name that the body does not define stays one that nothing provides.
std::string FunctionCall::Translate(const Scope& scope, const std::string& name) const {
  if (name.empty()) return name;
  for (const Scope* at = &scope; at != nullptr; at = at->outer) {
    if (const auto found = at->names.find(name); found != at->names.end()) return found->second;
  }
  return Fresh(name);
}

void FunctionCall::Localize(onnx::NodeProto& node) const { Localize(scope_, node); }

void FunctionCall::Localize(const Scope& scope, onnx::NodeProto& node) const {
  for (std::string& input : *node.mutable_input()) input = Translate(scope, input);
  for (std::string& output : *node.mutable_output()) output = Translate(scope, output);
  if (!node.name().empty()) node.set_name(fmt::format("{}/{}", prefix_, node.name()));
  // Exporters often say only of a call where it came from.
  if (SourceOf(node).empty()) node.set_doc_string(SourceOf(call_));
  LocalizeAttributes(scope, node);
}

void FunctionCall::LocalizeAttributes(const Scope& scope, onnx::NodeProto& node) const {
  google::protobuf::RepeatedPtrField<onnx::AttributeProto> attributes;
  attributes.Swap(node.mutable_attribute());
  for (onnx::AttributeProto& attribute : attributes) {
    if (!attribute.ref_attr_name().empty()) {
      const onnx::AttributeProto* argument = Argument(attribute.ref_attr_name());
      if (argument == nullptr) continue;  // an optional attribute that the call leaves out
      onnx::AttributeProto& added = *node.add_attribute();
      added = *argument;
      added.set_name(attribute.name());
      continue;
    }
    if (attribute.has_g()) LocalizeGraph(scope, *attribute.mutable_g());
    for (onnx::GraphProto& graph : *attribute.mutable_graphs()) LocalizeGraph(scope, graph);
    node.add_attribute()->Swap(&attribute);
  }
}

void FunctionCall::LocalizeGraph(const Scope& outer, onnx::GraphProto& graph) const {
  Scope scope{&outer, {}};
  // The keys point into what is renamed below.
  std::vector<std::string> defined;
  ForEachDefinition(graph, [&defined](const std::string& name) { defined.push_back(name); });
  for (const std::string& name : defined) {
    if (!name.empty() && !scope.names.contains(name)) scope.names.emplace(name, Fresh(name));
  }
  const auto rename = [&](std::string* name) { *name = Translate(scope, *name); };
  for (auto& input : *graph.mutable_input()) rename(input.mutable_name());
  for (auto& output : *graph.mutable_output()) rename(output.mutable_name());
  for (auto& tensor : *graph.mutable_initializer()) rename(tensor.mutable_name());
  for (auto& tensor : *graph.mutable_sparse_initializer())
    rename(tensor.mutable_values()->mutable_name());
  for (auto& info : *graph.mutable_value_info()) {
    if (scope.names.contains(info.name())) rename(info.mutable_name());
  }
  for (auto& node : *graph.mutable_node()) Localize(scope, node);
}

const onnx::AttributeProto* FunctionCall::Argument(const std::string& name) const {
  for (const onnx::AttributeProto& attribute : call_.attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  for (const onnx::AttributeProto& attribute : function_.defaults) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

std::vector<std::unique_ptr<onnx::NodeProto>> FunctionCall::PassedThrough() const {
  std::vector<std::unique_ptr<onnx::NodeProto>> copies;
  for (int i = 0; i < call_.output_size(); ++i) {
    const std::string source = Translate(scope_, function_.proto->output(i));
    if (call_.output(i).empty() || source == call_.output(i) || source.empty()) continue;
    onnx::NodeProto& copy = *copies.emplace_back(std::make_unique<onnx::NodeProto>());
    copy.set_op_type("Identity");
    copy.add_input(source);
    copy.add_output(call_.output(i));
  }
  return copies;
}

}  // namespace roofline
