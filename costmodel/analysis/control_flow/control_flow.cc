#include "costmodel/analysis/control_flow/control_flow.h"

#include <fmt/format.h>

#include <array>

#include "costmodel/analysis/node_name.h"

namespace roofline {
namespace {

struct Entry {
  std::string_view op;
  ControlFlowRunner run;
};

constexpr std::array<Entry, 4> kTable = {{
    {"If", RunIf},
    {"Loop", RunLoop},
    {"Scan", RunScan},
    {"SequenceMap", RunSequenceMap},
}};

}  // namespace

ControlFlowRunner FindControlFlow(std::string_view domain, std::string_view op) {
  if (!domain.empty()) return nullptr;
  for (const Entry& entry : kTable) {
    if (entry.op == op) return entry.run;
  }
  return nullptr;
}

absl::StatusOr<GraphId> BodyOf(const ControlFlowNode& flow, std::string_view attribute) {
  const GraphId body = flow.view.attr_graph(attribute);
  if (!body.valid())
    return flow.view.Conflict(fmt::format("expected a subgraph as attribute '{}'", attribute));
  return body;
}

std::string ScopeOf(const ControlFlowNode& flow, std::string_view attribute) {
  const Graph& graph = flow.interpreter.model().graph(flow.run.graph);
  return fmt::format("{}{}{}/{}", flow.run.scope, flow.run.scope.empty() ? "" : "/",
                     NameOf(graph, flow.node), attribute);
}

}  // namespace roofline
