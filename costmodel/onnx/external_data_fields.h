#ifndef ROOFLINE_COSTMODEL_ONNX_EXTERNAL_DATA_FIELDS_H_
#define ROOFLINE_COSTMODEL_ONNX_EXTERNAL_DATA_FIELDS_H_

#include <cstdint>

namespace roofline {

// Field of TensorProto that says where its content is, as StringStringEntryProtos, and the fields
// of those (onnx/onnx.proto).
inline constexpr uint32_t kExternalDataField = 13;
inline constexpr uint32_t kEntryKeyField = 1;
inline constexpr uint32_t kEntryValueField = 2;

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_EXTERNAL_DATA_FIELDS_H_
