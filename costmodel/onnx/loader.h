#ifndef ROOFLINE_COSTMODEL_ONNX_LOADER_H_
#define ROOFLINE_COSTMODEL_ONNX_LOADER_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/graph/graph.h"
#include "costmodel/limits.h"

namespace roofline {

// Builds the flat graph from a serialized ONNX ModelProto without large payloads (a skeleton). The
// result is in execution order, without dead nodes, every name resolved. Errors: kMalformedModel
// (names the node), kLimitExceeded.
absl::StatusOr<Model> LoadModel(std::string_view skeleton, const ModelLimits& limits);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_LOADER_H_
