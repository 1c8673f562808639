#include "costmodel/onnx/graph_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "costmodel/error.h"
#include "costmodel/onnx/attribute_reader.h"
#include "costmodel/onnx/newer_fields.h"
#include "costmodel/onnx/order.h"
#include "costmodel/onnx/tensor_reader.h"
#include "costmodel/utf8.h"

namespace roofline {
namespace {

// A graph while it is built, with the names visible in it. Scopes of enclosing graphs are linked
// through `parent`.
struct Scope {
  Scope* parent = nullptr;
  int depth = 0;
  Graph graph;
  absl::flat_hash_map<std::string_view, ValueId> by_name;

  ValueId Add(std::string_view name) {
    const ValueId id(graph.values.size());
    graph.values.push_back({.name = name});
    by_name.insert_or_assign(name, id);
    return id;
  }
  Value& value(ValueId id) { return graph.values[id.index()]; }
};

class GraphLoader {
 public:
  GraphLoader(const ModelLimits& limits, Model& model) : limits_(limits), model_(model) {}

  absl::StatusOr<GraphId> Load(const onnx::GraphProto& proto, Scope* parent, GraphId parent_id) {
    Scope scope{.parent = parent, .depth = parent == nullptr ? 0 : parent->depth + 1};
    if (scope.depth > limits_.max_nesting) {
      return Error(Reason::kLimitExceeded,
                   fmt::format("subgraphs are nested more than {} deep", limits_.max_nesting));
    }
    const GraphId id(model_.graphs.size());
    model_.graphs.emplace_back();
    scope.graph.name = Intern(proto.name());
    scope.graph.parent = parent_id;
    RETURN_IF_ERROR(DeclareInitializers(proto, scope));
    RETURN_IF_ERROR(DeclareInputs(proto, scope));
    RETURN_IF_ERROR(DeclareNodes(proto, scope));
    RETURN_IF_ERROR(DeclareTypes(proto, scope));
    RETURN_IF_ERROR(ConnectNodes(proto, scope, id));
    RETURN_IF_ERROR(ConnectOutputs(proto, scope));
    RETURN_IF_ERROR(Arrange(scope));
    model_.graphs[id.index()] = std::move(scope.graph);
    return id;
  }

 private:
  // Most nodes have no domain, overload or source.
  std::string_view Intern(std::string_view text) {
    return text.empty() ? std::string_view() : model_.strings.Intern(text);
  }

  absl::Status DeclareInitializers(const onnx::GraphProto& proto, Scope& scope) {
    for (const auto& initializer : proto.initializer()) {
      ASSIGN_OR_RETURN(TensorPtr tensor, ReadTensor(initializer, limits_));
      scope.value(scope.Add(Intern(initializer.name()))).initializer = std::move(tensor);
    }
    for (const auto& initializer : proto.sparse_initializer()) {
      ASSIGN_OR_RETURN(TensorPtr tensor, ReadSparseTensor(initializer, limits_));
      scope.value(scope.Add(Intern(initializer.values().name()))).initializer = std::move(tensor);
    }
    return absl::OkStatus();
  }

  absl::Status DeclareInputs(const onnx::GraphProto& proto, Scope& scope) {
    for (const auto& input : proto.input()) {
      const std::string_view name = Intern(input.name());
      if (scope.by_name.contains(name)) continue;  // a weight that old files list as an input too
      const ValueId id = scope.Add(name);
      ASSIGN_OR_RETURN(scope.value(id).declared, ReadType(input.type(), model_.strings, limits_));
      scope.graph.inputs.push_back(id);
    }
    return absl::OkStatus();
  }

  // Creates the nodes and the values they produce, so that reads can be resolved in any order.
  absl::Status DeclareNodes(const onnx::GraphProto& proto, Scope& scope) {
    total_nodes_ += proto.node_size();
    if (total_nodes_ > limits_.max_nodes) {
      return Error(Reason::kLimitExceeded,
                   fmt::format("the model has more than {} nodes", limits_.max_nodes));
    }
    scope.graph.nodes.reserve(static_cast<size_t>(proto.node_size()));
    // Most nodes write one value.
    const size_t values = scope.graph.values.size() + static_cast<size_t>(proto.node_size());
    scope.graph.values.reserve(values);
    scope.by_name.reserve(values);
    // And has a name besides that value's.
    model_.strings.Reserve(2 * static_cast<size_t>(proto.node_size()));
    for (const auto& node_proto : proto.node()) {
      const NodeId id(scope.graph.nodes.size());
      Node node;
      node.name = Intern(node_proto.name());
      node.domain = node_proto.domain() == "ai.onnx" ? "" : Intern(node_proto.domain());
      node.op = Intern(node_proto.op_type());
      node.overload = Intern(OverloadOf(node_proto));
      node.source = Intern(SourceOf(node_proto));
      node.outputs.reserve(static_cast<size_t>(node_proto.output_size()));
      for (const auto& output : node_proto.output()) {
        if (output.empty()) {
          node.outputs.emplace_back();
          continue;
        }
        const std::string_view name = Intern(output);
        const ValueId value(scope.graph.values.size());
        if (!scope.by_name.try_emplace(name, value).second) {
          return Error(Reason::kMalformedModel,
                       fmt::format("{} node '{}' writes '{}', which is written or declared already",
                                   node.op, node.name, output));
        }
        scope.graph.values.push_back({.name = name, .producer = id});
        node.outputs.push_back(value);
      }
      scope.graph.nodes.push_back(std::move(node));
    }
    return absl::OkStatus();
  }

  absl::Status DeclareTypes(const onnx::GraphProto& proto, Scope& scope) {
    const auto declare = [&](const onnx::ValueInfoProto& info) -> absl::Status {
      const std::optional<ValueId> found = Find(info.name(), scope);
      if (!found) return absl::OkStatus();
      Value& value = scope.value(*found);
      if (value.declared.kind != TypeKind::kUndeclared) return absl::OkStatus();
      ASSIGN_OR_RETURN(value.declared, ReadType(info.type(), model_.strings, limits_));
      return absl::OkStatus();
    };
    for (const auto& info : proto.value_info()) RETURN_IF_ERROR(declare(info));
    for (const auto& info : proto.output()) RETURN_IF_ERROR(declare(info));
    return absl::OkStatus();
  }

  absl::Status ConnectNodes(const onnx::GraphProto& proto, Scope& scope, GraphId id) {
    const SubgraphLoader load_subgraph = [&](const onnx::GraphProto& subgraph) {
      return Load(subgraph, &scope, id);
    };
    for (int n = 0; n < proto.node_size(); ++n) {
      const auto& node_proto = proto.node(n);
      Node& node = scope.graph.nodes[static_cast<size_t>(n)];
      node.inputs.reserve(static_cast<size_t>(node_proto.input_size()));
      node.attributes.reserve(static_cast<size_t>(node_proto.attribute_size()));
      for (const auto& input : node_proto.input()) {
        const std::optional<ValueId> value = input.empty() ? ValueId() : Resolve(input, scope);
        if (!value) {
          return Error(
              Reason::kMalformedModel,
              fmt::format("{} node '{}' reads '{}', which no node, input or initializer provides",
                          node.op, node.name, input));
        }
        node.inputs.push_back(*value);
      }
      for (const auto& attribute : node_proto.attribute()) {
        auto read = ReadAttribute(attribute, model_.strings, limits_, load_subgraph);
        if (!read.ok())
          return Annotate(read.status(), fmt::format("{} node '{}'", node.op, node.name));
        node.attributes.push_back(*std::move(read));
      }
    }
    return absl::OkStatus();
  }

  absl::Status ConnectOutputs(const onnx::GraphProto& proto, Scope& scope) {
    for (const auto& output : proto.output()) {
      const std::optional<ValueId> value = Resolve(output.name(), scope);
      if (!value) {
        return Error(
            Reason::kMalformedModel,
            fmt::format("the graph output '{}' is produced by no node, input or initializer",
                        output.name()));
      }
      scope.graph.outputs.push_back(*value);
    }
    return absl::OkStatus();
  }

  // A value of `scope` itself, however its name was kept.
  static std::optional<ValueId> Find(std::string_view name, const Scope& scope) {
    auto found = scope.by_name.find(name);
    if (found == scope.by_name.end() && !IsUtf8(name))
      found = scope.by_name.find(EscapeInvalidUtf8(name));
    if (found == scope.by_name.end()) return std::nullopt;
    return found->second;
  }

  // The value a name means in `scope`; a name of an enclosing graph becomes a captured value of
  // this one.
  std::optional<ValueId> Resolve(std::string_view name, Scope& scope) {
    if (const std::optional<ValueId> found = Find(name, scope)) return found;
    if (scope.parent == nullptr) return std::nullopt;
    const std::optional<ValueId> outer = Resolve(name, *scope.parent);
    if (!outer) return std::nullopt;
    const ValueId id = scope.Add(Intern(name));
    scope.value(id).captured = *outer;
    return id;
  }

  NodeReads ReadsOf(const Graph& graph) const {
    NodeReads reads(graph.nodes.size());
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
      reads[n].reserve(graph.nodes[n].inputs.size());
      for (const ValueId id : graph.nodes[n].inputs) {
        if (id.valid()) reads[n].push_back(id);
      }
      for (const Attribute& attr : graph.nodes[n].attributes) {
        if (const auto* body = std::get_if<GraphId>(&attr.value)) AppendCaptures(*body, reads[n]);
        if (const auto* bodies = std::get_if<std::vector<GraphId>>(&attr.value)) {
          for (const GraphId body_id : *bodies) AppendCaptures(body_id, reads[n]);
        }
      }
    }
    return reads;
  }

  void AppendCaptures(GraphId body, std::vector<ValueId>& reads) const {
    for (const Value& value : model_.graph(body).values) {
      if (value.captured.valid()) reads.push_back(value.captured);
    }
  }

  // Execution order, without the nodes nothing depends on.
  absl::Status Arrange(Scope& scope) {
    Graph& graph = scope.graph;
    const NodeReads reads = ReadsOf(graph);
    ASSIGN_OR_RETURN(const std::vector<size_t> order, ExecutionOrder(graph, reads));
    const std::vector<bool> live = LiveNodes(graph, reads);
    std::vector<Node> nodes;
    nodes.reserve(order.size());
    for (const size_t n : order) {
      if (!live[n]) {
        graph.dead_nodes.push_back(std::move(graph.nodes[n]));
        continue;
      }
      for (const ValueId output : graph.nodes[n].outputs) {
        if (output.valid()) graph.values[output.index()].producer = NodeId(nodes.size());
      }
      nodes.push_back(std::move(graph.nodes[n]));
    }
    graph.nodes = std::move(nodes);
    return absl::OkStatus();
  }

  const ModelLimits& limits_;
  Model& model_;
  int64_t total_nodes_ = 0;
};

}  // namespace

absl::Status LoadGraphs(const onnx::GraphProto& main, const ModelLimits& limits, Model& model) {
  return GraphLoader(limits, model).Load(main, nullptr, GraphId()).status();
}

}  // namespace roofline
