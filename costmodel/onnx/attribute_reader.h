#ifndef ROOFLINE_COSTMODEL_ONNX_ATTRIBUTE_READER_H_
#define ROOFLINE_COSTMODEL_ONNX_ATTRIBUTE_READER_H_

#include <onnx/onnx_pb.h>

#include <functional>

#include "absl/status/statusor.h"
#include "costmodel/graph/graph.h"
#include "costmodel/limits.h"

namespace roofline {

// Loads a subgraph and returns its id.
using SubgraphLoader = std::function<absl::StatusOr<GraphId>(const onnx::GraphProto&)>;

// Converts one attribute. The type is taken from the `type` field, or from the field that is set in
// files older than that field. Errors: unreadable tensors, lists over the limit, errors of
// subgraphs.
absl::StatusOr<Attribute> ReadAttribute(const onnx::AttributeProto& proto, StringTable& strings,
                                        const ModelLimits& limits,
                                        const SubgraphLoader& load_subgraph);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_ATTRIBUTE_READER_H_
