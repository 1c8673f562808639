#ifndef ROOFLINE_COSTMODEL_ONNX_TENSOR_CONTENT_H_
#define ROOFLINE_COSTMODEL_ONNX_TENSOR_CONTENT_H_

#include <onnx/onnx_pb.h>

#include "absl/status/status.h"
#include "costmodel/graph/tensor.h"

namespace roofline {

// Decodes the payload of `proto` into `tensor`, whose type and shape are set. Leaves the content
// empty when the payload is not in the file or of a type that shape arithmetic never reads
// (complex, 8-bit and smaller floats). An error when the payload's length does not match the shape.
absl::Status DecodeContent(const onnx::TensorProto& proto, Tensor& tensor);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_TENSOR_CONTENT_H_
