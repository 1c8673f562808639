#ifndef ROOFLINE_COSTMODEL_ONNX_SKELETON_H_
#define ROOFLINE_COSTMODEL_ONNX_SKELETON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/limits.h"

namespace roofline {

// An ONNX model without its weights: a serialized onnx.ModelProto in which every tensor payload
// over ModelLimits::kept_payload_bytes is gone. Everything else is kept, unknown (newer) fields
// included; only training_info, which no prediction uses, is left out. Reading a skeleton gives the
// same skeleton again.
//
// A tensor that lost its payload says so the way ONNX says "elsewhere": data_location = EXTERNAL
// and three external_data entries,
//   {"location": kDroppedLocation}   instead of a file name: there is no such file
//   {"length": "N"}                  bytes of the payload as stored (raw_data, or the packed list)
//   {"field": "raw_data"}            the TensorProto field that held it
// Entries of a tensor that was external already are kept as they are.
struct Skeleton {
  std::string bytes;                  // serialized ModelProto
  std::string sha256_hex;             // of `bytes`: identifies the model whatever its weights
  int64_t original_bytes = 0;         // size of what was read
  int64_t dropped_payload_bytes = 0;  // over all tensors that lost their payload in this reading
  int64_t dropped_tensors = 0;
  int64_t nodes = 0;  // in all graphs, subgraphs and functions, before inlining
};

inline constexpr std::string_view kLocationKey = "location";
inline constexpr std::string_view kLengthKey = "length";
inline constexpr std::string_view kFieldKey = "field";
inline constexpr std::string_view kDroppedLocation = "<dropped>";

// How deep messages can nest in a skeleton that was read under these limits. protobuf stops at 100
// unless told otherwise (CodedInputStream::SetRecursionLimit).
inline constexpr int SkeletonMessageDepth(const ModelLimits& limits) {
  constexpr int kMessagesPerGraph = 3;  // graph, node, attribute
  constexpr int kOutside = 16;  // model, function, tensor, value info, type, shape, dimension
  return kMessagesPerGraph * limits.max_nesting + kOutside;
}

// Reads a file through mmap without touching its weights. For the user's own disk, not for a path
// that came over a network: int32 and int64 tensors of at most ModelLimits::kept_payload_bytes that
// the model keeps in a file beside it (shapes, axes) get their content from there, see SideFiles.
// Without that file the content stays unknown. Errors: kFileNotFound, kIoError,
// kNotOnnx (says what the file is), kTruncatedModel, kMalformedModel, kLimitExceeded.
absl::StatusOr<Skeleton> ReadSkeletonFile(const std::string& path, const ModelLimits& limits);

// The same from memory. `name_for_errors` starts every message and its extension helps to say what
// bytes that are not ONNX are.
absl::StatusOr<Skeleton> ReadSkeletonBytes(std::string_view bytes, std::string_view name_for_errors,
                                           const ModelLimits& limits);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_SKELETON_H_
