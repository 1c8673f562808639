#ifndef ROOFLINE_COSTMODEL_ONNX_WIRE_SCHEMA_H_
#define ROOFLINE_COSTMODEL_ONNX_WIRE_SCHEMA_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "costmodel/onnx/wire_format.h"

namespace roofline {

// The messages of onnx.proto that the filter looks into.
enum class MessageKind : uint8_t {
  kOpaque,  // the inside of an unknown group: kept, not understood
  kModel,
  kGraph,
  kNode,
  kAttribute,
  kTensor,
  kSparseTensor,
  kFunction,
  kValueInfo,
  kTensorAnnotation,
  kType,
  kTensorType,
  kSequenceType,
  kMapType,
  kShape,
  kDimension,
  kStringEntry,
};

// What the filter does with a field.
enum class FieldRole : uint8_t {
  kKeep,
  kName,     // kept, at most ModelLimits::max_name_bytes long
  kMessage,  // looked into
  kSkip,     // left out
  kPayload,  // content of a tensor: kept when all of it is small
  kExternalData,
  kDataLocation,
};

struct FieldRule {
  uint32_t number = 0;
  std::string_view name;
  FieldRole role = FieldRole::kKeep;
  MessageKind message = MessageKind::kOpaque;  // of a kMessage
  std::optional<WireType> unpacked = {};       // of a kPayload list: how a single item is written
};

// The rule for a field of a message; nullptr for one that is kept without a look. A rule counts
// only when the wire type fits, otherwise protobuf takes the field for an unknown one.
const FieldRule* FindRule(MessageKind message, const FieldHeader& header);

// "NodeProto".
std::string_view MessageName(MessageKind message);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_WIRE_SCHEMA_H_
