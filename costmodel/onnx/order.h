#ifndef ROOFLINE_COSTMODEL_ONNX_ORDER_H_
#define ROOFLINE_COSTMODEL_ONNX_ORDER_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/graph/graph.h"

namespace roofline {

// What each node of a graph reads from the same graph, captures of its subgraphs included.
using NodeReads = std::vector<std::vector<ValueId>>;

// Node indices in an execution order that keeps the file's order where it can (files are not always
// sorted). A cycle is kMalformedModel and is printed.
absl::StatusOr<std::vector<size_t>> ExecutionOrder(const Graph& graph, const NodeReads& reads);

// For each node, whether an output of the graph depends on it.
std::vector<bool> LiveNodes(const Graph& graph, const NodeReads& reads);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_ORDER_H_
