#include "costmodel/device/precision.h"

namespace roofline {
namespace {

struct PrecisionEntry {
  Precision precision;
  std::string_view name;
  int bits;
};

constexpr std::array kPrecisions = {
    PrecisionEntry{Precision::kFp64, "fp64", 64}, PrecisionEntry{Precision::kFp32, "fp32", 32},
    PrecisionEntry{Precision::kTf32, "tf32", 32}, PrecisionEntry{Precision::kFp16, "fp16", 16},
    PrecisionEntry{Precision::kBf16, "bf16", 16}, PrecisionEntry{Precision::kFp8, "fp8", 8},
    PrecisionEntry{Precision::kFp4, "fp4", 4},    PrecisionEntry{Precision::kInt8, "int8", 8},
    PrecisionEntry{Precision::kInt4, "int4", 4},
};

constexpr std::array<std::string_view, 4> kUnitNames = {"vector", "matrix", "non_fma",
                                                        "transcendental"};

const PrecisionEntry& PrecisionEntryOf(Precision precision) {
  return kPrecisions.at(static_cast<size_t>(precision));
}

}  // namespace

std::string_view PrecisionName(Precision precision) { return PrecisionEntryOf(precision).name; }

std::optional<Precision> PrecisionFromName(std::string_view name) {
  for (const PrecisionEntry& entry : kPrecisions) {
    if (entry.name == name) return entry.precision;
  }
  return std::nullopt;
}

std::string_view UnitName(Unit unit) { return kUnitNames.at(static_cast<size_t>(unit)); }

std::optional<Unit> UnitFromName(std::string_view name) {
  for (const Unit unit : kAllUnits) {
    if (UnitName(unit) == name) return unit;
  }
  return std::nullopt;
}

bool IsInteger(Precision precision) {
  return precision == Precision::kInt8 || precision == Precision::kInt4;
}

int BitsOf(Precision precision) { return PrecisionEntryOf(precision).bits; }

std::optional<Precision> PrecisionOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat64:
      return Precision::kFp64;
    case DType::kFloat32:
      return Precision::kFp32;
    case DType::kFloat16:
      return Precision::kFp16;
    case DType::kBfloat16:
      return Precision::kBf16;
    case DType::kFloat8E4M3FN:
    case DType::kFloat8E4M3FNUZ:
    case DType::kFloat8E5M2:
    case DType::kFloat8E5M2FNUZ:
    case DType::kFloat8E8M0:
      return Precision::kFp8;
    case DType::kFloat4E2M1:
      return Precision::kFp4;
    case DType::kInt8:
    case DType::kUint8:
      return Precision::kInt8;
    case DType::kInt4:
    case DType::kUint4:
      return Precision::kInt4;
    default:
      return std::nullopt;
  }
}

}  // namespace roofline
