#ifndef ROOFLINE_COSTMODEL_ONNX_TENSOR_READER_H_
#define ROOFLINE_COSTMODEL_ONNX_TENSOR_READER_H_

#include <onnx/onnx_pb.h>

#include "absl/status/statusor.h"
#include "costmodel/graph/graph.h"
#include "costmodel/limits.h"

namespace roofline {

// Facts and, where the file still has it, content of a tensor. Errors: a negative or overflowing
// extent, an unknown element type, a payload of another length than the extents ask for.
absl::StatusOr<TensorPtr> ReadTensor(const onnx::TensorProto& proto, const ModelLimits& limits);

// The dense shape and type of a sparse tensor; its content is not kept.
absl::StatusOr<TensorPtr> ReadSparseTensor(const onnx::SparseTensorProto& proto,
                                           const ModelLimits& limits);

// A declared type. Dimensions with neither number nor name stay open. Errors: negative extents
// other than -1 (which old exporters write for "open"), unknown element types, too high a rank.
absl::StatusOr<DeclaredType> ReadType(const onnx::TypeProto& proto, StringTable& strings,
                                      const ModelLimits& limits);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_TENSOR_READER_H_
