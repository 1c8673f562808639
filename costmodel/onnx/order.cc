#include "costmodel/onnx/order.h"

#include <fmt/format.h>

#include <functional>
#include <queue>
#include <string>

#include "costmodel/error.h"

namespace roofline {
namespace {

std::string NodeText(const Node& node, size_t index) {
  return node.name.empty() ? fmt::format("{} #{}", node.op, index)
                           : fmt::format("{} '{}'", node.op, node.name);
}

// Walks producers from a node that is in or behind a cycle until a node repeats; `pending` nodes
// all have such a producer.
std::string CycleText(const Graph& graph, const NodeReads& reads,
                      const std::vector<size_t>& pending) {
  size_t at = 0;
  while (pending[at] == 0) ++at;
  std::vector<size_t> path;
  std::vector<bool> seen(graph.nodes.size(), false);
  while (!seen[at]) {
    seen[at] = true;
    path.push_back(at);
    for (const ValueId id : reads[at]) {
      const NodeId producer = graph.value(id).producer;
      if (producer.valid() && pending[producer.index()] > 0) {
        at = producer.index();
        break;
      }
    }
  }
  std::string text = NodeText(graph.nodes[at], at);
  for (size_t i = path.size(), shown = 0; i-- > 0; ++shown) {
    if (shown == 8) return text + " <- ...";
    text += " -> " + NodeText(graph.nodes[path[i]], path[i]);
    if (path[i] == at) break;
  }
  return text;
}

}  // namespace

absl::StatusOr<std::vector<size_t>> ExecutionOrder(const Graph& graph, const NodeReads& reads) {
  const size_t count = graph.nodes.size();
  std::vector<size_t> pending(count, 0);
  std::vector<std::vector<size_t>> readers(count);
  for (size_t n = 0; n < count; ++n) {
    for (const ValueId id : reads[n]) {
      const NodeId producer = graph.value(id).producer;
      if (!producer.valid()) continue;
      readers[producer.index()].push_back(n);
      ++pending[n];
    }
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t n = 0; n < count; ++n) {
    if (pending[n] == 0) ready.push(n);
  }
  std::vector<size_t> order;
  order.reserve(count);
  while (!ready.empty()) {
    const size_t n = ready.top();
    ready.pop();
    order.push_back(n);
    for (const size_t reader : readers[n]) {
      if (--pending[reader] == 0) ready.push(reader);
    }
  }
  if (order.size() != count) {
    return Error(Reason::kMalformedModel,
                 fmt::format("the graph '{}' has a cycle: {}; a node cannot depend on itself",
                             graph.name, CycleText(graph, reads, pending)));
  }
  return order;
}

std::vector<bool> LiveNodes(const Graph& graph, const NodeReads& reads) {
  std::vector<bool> live(graph.nodes.size(), false);
  std::vector<size_t> work;
  const auto need = [&](ValueId id) {
    const NodeId producer = graph.value(id).producer;
    if (!producer.valid() || live[producer.index()]) return;
    live[producer.index()] = true;
    work.push_back(producer.index());
  };
  for (const ValueId id : graph.outputs) need(id);
  while (!work.empty()) {
    const size_t n = work.back();
    work.pop_back();
    for (const ValueId id : reads[n]) need(id);
  }
  return live;
}

}  // namespace roofline
