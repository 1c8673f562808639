#ifndef ROOFLINE_COSTMODEL_ONNX_SHA256_H_
#define ROOFLINE_COSTMODEL_ONNX_SHA256_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace roofline {

// SHA-256 as 64 lower-case hex digits. Fails (kInternal) only when the crypto library does.
absl::StatusOr<std::string> Sha256Hex(std::string_view bytes);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_SHA256_H_
