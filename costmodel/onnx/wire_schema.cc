#include "costmodel/onnx/wire_schema.h"

#include <algorithm>
#include <array>
#include <span>

namespace roofline {
namespace {

using enum FieldRole;
using enum MessageKind;

// Field numbers are those of onnx/onnx.proto (1.12) and, where it has them, of later releases up to
// 1.18: NodeProto.overload and metadata_props, FunctionProto.attribute_proto, overload, value_info.

constexpr std::array kModelRules = {
    FieldRule{1, "ir_version"},
    FieldRule{4, "domain", kName},
    FieldRule{7, "graph", kMessage, kGraph},
    FieldRule{14, "metadata_props", kMessage, kStringEntry},
    FieldRule{20, "training_info", kSkip},
    FieldRule{25, "functions", kMessage, kFunction},
};
constexpr std::array kGraphRules = {
    FieldRule{1, "node", kMessage, kNode},
    FieldRule{2, "name", kName},
    FieldRule{5, "initializer", kMessage, kTensor},
    FieldRule{11, "input", kMessage, kValueInfo},
    FieldRule{12, "output", kMessage, kValueInfo},
    FieldRule{13, "value_info", kMessage, kValueInfo},
    FieldRule{14, "quantization_annotation", kMessage, kTensorAnnotation},
    FieldRule{15, "sparse_initializer", kMessage, kSparseTensor},
};
constexpr std::array kNodeRules = {
    FieldRule{1, "input", kName},    FieldRule{2, "output", kName},
    FieldRule{3, "name", kName},     FieldRule{4, "op_type", kName},
    FieldRule{7, "domain", kName},   FieldRule{5, "attribute", kMessage, kAttribute},
    FieldRule{8, "overload", kName}, FieldRule{9, "metadata_props", kMessage, kStringEntry},
};
constexpr std::array kAttributeRules = {
    FieldRule{1, "name", kName},
    FieldRule{21, "ref_attr_name", kName},
    FieldRule{5, "t", kMessage, kTensor},
    FieldRule{6, "g", kMessage, kGraph},
    FieldRule{10, "tensors", kMessage, kTensor},
    FieldRule{11, "graphs", kMessage, kGraph},
    FieldRule{14, "tp", kMessage, kType},
    FieldRule{15, "type_protos", kMessage, kType},
    FieldRule{22, "sparse_tensor", kMessage, kSparseTensor},
    FieldRule{23, "sparse_tensors", kMessage, kSparseTensor},
};
constexpr std::array kTensorRules = {
    FieldRule{4, "float_data", kPayload, kOpaque, WireType::kFixed32},
    FieldRule{5, "int32_data", kPayload, kOpaque, WireType::kVarint},
    FieldRule{6, "string_data", kPayload},
    FieldRule{7, "int64_data", kPayload, kOpaque, WireType::kVarint},
    FieldRule{8, "name", kName},
    FieldRule{9, "raw_data", kPayload},
    FieldRule{10, "double_data", kPayload, kOpaque, WireType::kFixed64},
    FieldRule{11, "uint64_data", kPayload, kOpaque, WireType::kVarint},
    FieldRule{13, "external_data", kExternalData},
    FieldRule{14, "data_location", kDataLocation},
};
constexpr std::array kSparseTensorRules = {
    FieldRule{1, "values", kMessage, kTensor},
    FieldRule{2, "indices", kMessage, kTensor},
};
constexpr std::array kFunctionRules = {
    FieldRule{1, "name", kName},
    FieldRule{4, "input", kName},
    FieldRule{5, "output", kName},
    FieldRule{6, "attribute", kName},
    FieldRule{7, "node", kMessage, kNode},
    FieldRule{10, "domain", kName},
    FieldRule{11, "attribute_proto", kMessage, kAttribute},
    FieldRule{12, "value_info", kMessage, kValueInfo},
    FieldRule{13, "overload", kName},
};
constexpr std::array kValueInfoRules = {
    FieldRule{1, "name", kName},
    FieldRule{2, "type", kMessage, kType},
};
constexpr std::array kTensorAnnotationRules = {
    FieldRule{1, "tensor_name", kName},
    FieldRule{2, "quant_parameter_tensor_names", kMessage, kStringEntry},
};
constexpr std::array kTypeRules = {
    FieldRule{1, "tensor_type", kMessage, kTensorType},
    FieldRule{4, "sequence_type", kMessage, kSequenceType},
    FieldRule{5, "map_type", kMessage, kMapType},
    FieldRule{8, "sparse_tensor_type", kMessage, kTensorType},
    FieldRule{9, "optional_type", kMessage, kSequenceType},
};
constexpr std::array kTensorTypeRules = {FieldRule{2, "shape", kMessage, kShape}};
constexpr std::array kSequenceTypeRules = {FieldRule{1, "elem_type", kMessage, kType}};
constexpr std::array kMapTypeRules = {FieldRule{2, "value_type", kMessage, kType}};
constexpr std::array kShapeRules = {FieldRule{1, "dim", kMessage, kDimension}};
constexpr std::array kDimensionRules = {FieldRule{2, "dim_param", kName}};

struct MessageSchema {
  MessageKind kind;
  std::string_view name;
  std::span<const FieldRule> rules;
};

// In the order of MessageKind.
constexpr std::array kSchemas = {
    MessageSchema{kOpaque, "a group", {}},
    MessageSchema{kModel, "ModelProto", kModelRules},
    MessageSchema{kGraph, "GraphProto", kGraphRules},
    MessageSchema{kNode, "NodeProto", kNodeRules},
    MessageSchema{kAttribute, "AttributeProto", kAttributeRules},
    MessageSchema{kTensor, "TensorProto", kTensorRules},
    MessageSchema{kSparseTensor, "SparseTensorProto", kSparseTensorRules},
    MessageSchema{kFunction, "FunctionProto", kFunctionRules},
    MessageSchema{kValueInfo, "ValueInfoProto", kValueInfoRules},
    MessageSchema{kTensorAnnotation, "TensorAnnotation", kTensorAnnotationRules},
    MessageSchema{kType, "TypeProto", kTypeRules},
    MessageSchema{kTensorType, "TypeProto.Tensor", kTensorTypeRules},
    MessageSchema{kSequenceType, "TypeProto.Sequence", kSequenceTypeRules},
    MessageSchema{kMapType, "TypeProto.Map", kMapTypeRules},
    MessageSchema{kShape, "TensorShapeProto", kShapeRules},
    MessageSchema{kDimension, "TensorShapeProto.Dimension", kDimensionRules},
    MessageSchema{kStringEntry, "StringStringEntryProto", {}},
};

constexpr bool InOrder() {
  for (size_t i = 0; i < kSchemas.size(); ++i) {
    if (static_cast<size_t>(kSchemas[i].kind) != i) return false;
  }
  return true;
}
static_assert(InOrder());

const MessageSchema& SchemaOf(MessageKind message) {
  return kSchemas.at(static_cast<size_t>(message));
}

bool WireTypeFits(const FieldRule& rule, WireType type) {
  switch (rule.role) {
    case kKeep:
      return true;
    case kDataLocation:
      return type == WireType::kVarint;
    case kPayload:
      return type == WireType::kLength || type == rule.unpacked;
    case kName:
    case kMessage:
    case kSkip:
    case kExternalData:
      return type == WireType::kLength;
  }
  return false;
}

}  // namespace

const FieldRule* FindRule(MessageKind message, const FieldHeader& header) {
  const std::span<const FieldRule> rules = SchemaOf(message).rules;
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const FieldRule& candidate) {
    return candidate.number == header.number;
  });
  return rule != rules.end() && WireTypeFits(*rule, header.type) ? &*rule : nullptr;
}

std::string_view MessageName(MessageKind message) { return SchemaOf(message).name; }

}  // namespace roofline
