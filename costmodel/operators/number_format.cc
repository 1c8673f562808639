#include "costmodel/operators/number_format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofline {
namespace {

struct FloatFormat {
  int precision;      // significant bits, the hidden one included
  int min_exponent;   // of the smallest normal number
  double max_finite;  // largest number
  bool saturates;     // to max_finite, else to infinity
};

// IEEE 754 for 16 and 32 bits; the narrow ones from the ONNX pages "Float stored in 8 bits" and
// "4 bit types". nullptr for a type that needs no rounding here.
const FloatFormat* FormatOf(DType dtype) {
  static constexpr FloatFormat kFloat32 = {24, -126, 3.4028234663852886e38, false};
  static constexpr FloatFormat kFloat16 = {11, -14, 65504, false};
  static constexpr FloatFormat kBfloat16 = {8, -126, 3.3895313892515355e38, false};
  static constexpr FloatFormat kE4M3FN = {4, -6, 448, true};
  static constexpr FloatFormat kE4M3FNUZ = {4, -7, 240, true};
  static constexpr FloatFormat kE5M2 = {3, -14, 57344, true};
  static constexpr FloatFormat kE5M2FNUZ = {3, -15, 57344, true};
  static constexpr FloatFormat kE2M1 = {2, 0, 6, true};
  static constexpr FloatFormat kE8M0 = {1, -127, 1.7014118346046923e38, true};
  switch (dtype) {
    case DType::kFloat32:
      return &kFloat32;
    case DType::kFloat16:
      return &kFloat16;
    case DType::kBfloat16:
      return &kBfloat16;
    case DType::kFloat8E4M3FN:
      return &kE4M3FN;
    case DType::kFloat8E4M3FNUZ:
      return &kE4M3FNUZ;
    case DType::kFloat8E5M2:
      return &kE5M2;
    case DType::kFloat8E5M2FNUZ:
      return &kE5M2FNUZ;
    case DType::kFloat4E2M1:
      return &kE2M1;
    case DType::kFloat8E8M0:
      return &kE8M0;
    default:
      return nullptr;
  }
}

}  // namespace

double RoundToType(DType dtype, double value) {
  const FloatFormat* format = FormatOf(dtype);
  if (format == nullptr || value == 0 || std::isnan(value)) return value;
  double rounded = value;
  if (std::isfinite(value)) {
    const int exponent = std::max(std::ilogb(value), format->min_exponent);
    const int step = exponent - (format->precision - 1);
    rounded = std::ldexp(std::rint(std::ldexp(value, -step)), step);
  }
  if (std::abs(rounded) <= format->max_finite) return rounded;
  return std::copysign(
      format->saturates ? format->max_finite : std::numeric_limits<double>::infinity(), value);
}

bool IsUnsigned(DType dtype) {
  switch (dtype) {
    case DType::kUint2:
    case DType::kUint4:
    case DType::kUint8:
    case DType::kUint16:
    case DType::kUint32:
    case DType::kUint64:
      return true;
    default:
      return false;
  }
}

int64_t WrapToType(DType dtype, int64_t value) {
  if (dtype == DType::kBool) return value != 0 ? 1 : 0;
  const int bits = BitsOf(dtype);
  if (!IsInteger(dtype) || bits >= 64) return value;
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  const uint64_t low = static_cast<uint64_t>(value) & mask;
  const bool negative = !IsUnsigned(dtype) && (low >> (bits - 1)) != 0;
  return static_cast<int64_t>(negative ? low | ~mask : low);
}

}  // namespace roofline
