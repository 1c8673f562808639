#ifndef ROOFLINE_COSTMODEL_ONNX_FUNCTIONS_H_
#define ROOFLINE_COSTMODEL_ONNX_FUNCTIONS_H_

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/limits.h"

namespace roofline {

// Replaces every call of a function that the model defines by the function's nodes, down to
// operators, in the graph and its subgraphs. A node of a call is named "call/node", its values
// "call/value". Operator sets that only functions import become the model's; where both import one,
// nodes are read in the model's version, and a warning says so if the function's is another.
// Returns the warnings. Errors: kMalformedModel (recursion, a call that does not fit its function),
// kLimitExceeded (found before anything is inlined).
absl::StatusOr<std::vector<std::string>> InlineFunctions(const ModelLimits& limits,
                                                         onnx::ModelProto& model);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_FUNCTIONS_H_
