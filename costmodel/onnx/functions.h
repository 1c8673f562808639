#ifndef ROOFLINE_COSTMODEL_ONNX_FUNCTIONS_H_
#define ROOFLINE_COSTMODEL_ONNX_FUNCTIONS_H_

#include <onnx/onnx_pb.h>

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "costmodel/limits.h"

namespace roofline {

// Operator-set versions of nodes whose function imports another version than the model does. Points
// into the model, whose graph must not change afterwards.
using NodeVersions = absl::flat_hash_map<const onnx::NodeProto*, int64_t>;

// Replaces every call of a function that the model defines by the function's nodes, down to
// operators, in the graph and its subgraphs. A node of a call is named "call/node", its values
// "call/value". Errors: kMalformedModel (recursion, a call that does not fit its function),
// kLimitExceeded (found before anything is inlined).
absl::StatusOr<NodeVersions> InlineFunctions(const ModelLimits& limits, onnx::ModelProto& model);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_FUNCTIONS_H_
