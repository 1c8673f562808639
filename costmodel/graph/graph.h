#ifndef ROOFLINE_COSTMODEL_GRAPH_GRAPH_H_
#define ROOFLINE_COSTMODEL_GRAPH_GRAPH_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costmodel/graph/attribute.h"
#include "costmodel/graph/ids.h"
#include "costmodel/graph/string_table.h"
#include "costmodel/graph/tensor.h"
#include "costmodel/graph/type.h"

namespace roofline {

// A named edge of one graph.
struct Value {
  std::string_view name;
  DeclaredType declared;  // kUndeclared when the file says nothing
  NodeId producer;        // invalid for inputs, initializers and captures
  TensorPtr initializer;  // facts (and content, when small) of a weight
  ValueId captured;       // in the parent graph, when this names a value of an enclosing graph
};

// One node, its operands as value ids; an invalid id is an optional operand left out.
struct Node {
  std::string_view name;    // as in the file; may be empty
  std::string_view domain;  // "" is ai.onnx (which is stored as "")
  std::string_view op;
  std::string_view overload;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<Attribute> attributes;
  std::string_view
      source;  // where it came from: doc_string or metadata_props, as the exporter wrote it
};

// A graph in execution order: every node comes after the nodes it reads from.
struct Graph {
  std::string_view name;
  GraphId parent;  // invalid for the main graph
  std::vector<Node> nodes;
  std::vector<Value> values;
  std::vector<ValueId> inputs;  // run-time inputs only: one that has an initializer is a weight
  std::vector<ValueId> outputs;
  std::vector<Node> dead_nodes;  // no output depends on them; they never run

  const Value& value(ValueId id) const { return values[id.index()]; }
  const Node& node(NodeId id) const { return nodes[id.index()]; }
};

struct OpsetImport {
  std::string_view domain;  // "" is ai.onnx
  int64_t version = 0;
};

// A model as read: graphs[0] is the main graph, the others are bodies of If, Loop, Scan ...
// Movable, not copyable, since every string_view points into `strings`.
struct Model {
  Model() = default;
  Model(Model&&) = default;
  Model& operator=(Model&&) = default;

  StringTable strings;
  std::vector<Graph> graphs;
  std::vector<OpsetImport> opsets;
  std::string_view name;      // of the main graph
  std::string_view producer;  // "pytorch 2.1"
  int64_t ir_version = 0;
  std::string digest;  // SHA-256 of the skeleton, hex
  std::vector<std::string> warnings;

  const Graph& main() const { return graphs.front(); }
  const Graph& graph(GraphId id) const { return graphs[id.index()]; }

  // The imported version of a domain; 0 when the model does not import it.
  int64_t OpsetOf(std::string_view domain) const {
    for (const OpsetImport& opset : opsets) {
      if (opset.domain == domain) return opset.version;
    }
    return 0;
  }
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_GRAPH_H_
