#ifndef ROOFLINE_COSTMODEL_ONNX_SIDE_TENSOR_H_
#define ROOFLINE_COSTMODEL_ONNX_SIDE_TENSOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "costmodel/onnx/side_files.h"

namespace roofline {

// The content, as raw_data has it, of a tensor that shape arithmetic may need: int32 or int64 and
// at most `max_bytes` large. `fields` are the encoded fields of its TensorProto without payload and
// external data, `external_data` its encoded external_data fields. nullopt for any other tensor,
// and when the side files do not hold exactly as many bytes for it as its extents ask for.
std::optional<std::string> ReadSideTensor(const SideFiles& files, std::string_view fields,
                                          std::string_view external_data, int64_t max_bytes);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_SIDE_TENSOR_H_
