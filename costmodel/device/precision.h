#ifndef ROOFLINE_COSTMODEL_DEVICE_PRECISION_H_
#define ROOFLINE_COSTMODEL_DEVICE_PRECISION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "costmodel/graph/dtype.h"

namespace roofline {

// Number formats a device may have a rate of its own for.
enum class Precision : uint8_t {
  kFp64,
  kFp32,
  kTf32,
  kFp16,
  kBf16,
  kFp8,
  kFp4,
  kInt8,
  kInt4,
};

inline constexpr std::array kAllPrecisions = {
    Precision::kFp64, Precision::kFp32, Precision::kTf32, Precision::kFp16, Precision::kBf16,
    Precision::kFp8,  Precision::kFp4,  Precision::kInt8, Precision::kInt4,
};

// Which part of the device does the arithmetic.
enum class Unit : uint8_t {
  kVector,          // FMA on SIMD lanes; an FMA is two operations
  kMatrix,          // tensor cores, AMX, MFMA, systolic arrays
  kNonFma,          // single adds, multiplications, comparisons on SIMD lanes
  kTranscendental,  // exp, log, sqrt, tanh ...: results per second
};

inline constexpr std::array kAllUnits = {Unit::kVector, Unit::kMatrix, Unit::kNonFma,
                                         Unit::kTranscendental};

// "fp32", "int8"; as written in profiles.
std::string_view PrecisionName(Precision precision);
std::optional<Precision> PrecisionFromName(std::string_view name);

// "vector", "matrix", "non_fma", "transcendental"; as written in profiles.
std::string_view UnitName(Unit unit);
std::optional<Unit> UnitFromName(std::string_view name);

bool IsInteger(Precision precision);

int BitsOf(Precision precision);  // in memory; tf32 is stored in 32

// The format in which elements of `dtype` are computed; nullopt for types no device has a multiply
// rate for (wide integers, bool, string): they run on the vector unit at the fp32 rate.
std::optional<Precision> PrecisionOf(DType dtype);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_PRECISION_H_
