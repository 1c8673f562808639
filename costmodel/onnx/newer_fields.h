#ifndef ROOFLINE_COSTMODEL_ONNX_NEWER_FIELDS_H_
#define ROOFLINE_COSTMODEL_ONNX_NEWER_FIELDS_H_

#include <onnx/onnx_pb.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace roofline {

// Fields of ONNX protos that are younger than the classes of libonnx 1.12, which keeps them as
// unknown fields. Numbers are those of onnx.proto3 of ONNX 1.16.

// NodeProto.overload (8), FunctionProto.overload (13); "" when absent.
std::string_view OverloadOf(const onnx::NodeProto& node);
std::string_view OverloadOf(const onnx::FunctionProto& function);

// FunctionProto.attribute_proto (11): attributes with their defaults. kMalformedModel when one
// cannot be read.
absl::StatusOr<std::vector<onnx::AttributeProto>> AttributeDefaults(
    const onnx::FunctionProto& function);

// Where the node came from, as its exporter wrote it: the stack trace, module path or namespace
// among NodeProto.metadata_props (9), else doc_string; "" when it says nothing.
std::string SourceOf(const onnx::NodeProto& node);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_NEWER_FIELDS_H_
