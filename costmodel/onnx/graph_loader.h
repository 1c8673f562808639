#ifndef ROOFLINE_COSTMODEL_ONNX_GRAPH_LOADER_H_
#define ROOFLINE_COSTMODEL_ONNX_GRAPH_LOADER_H_

#include <onnx/onnx_pb.h>

#include "absl/status/status.h"
#include "costmodel/graph/graph.h"
#include "costmodel/limits.h"

namespace roofline {

// Adds the main graph of a model and all its subgraphs to `model`, main graph first: names resolved
// across scopes, nodes in execution order, dead nodes moved to Graph::dead_nodes.
absl::Status LoadGraphs(const onnx::GraphProto& main, const ModelLimits& limits, Model& model);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_GRAPH_LOADER_H_
