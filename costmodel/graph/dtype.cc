#include "costmodel/graph/dtype.h"

#include <array>

namespace roofline {
namespace {

enum class Family : uint8_t { kNone, kFloat, kInteger, kOther };

struct DTypeEntry {
  std::string_view name;
  int bits;
  Family family;
};

// Indexed by the ONNX number.
constexpr std::array<DTypeEntry, 27> kTypes = {{
    {"undefined", 0, Family::kNone},       {"float32", 32, Family::kFloat},
    {"uint8", 8, Family::kInteger},        {"int8", 8, Family::kInteger},
    {"uint16", 16, Family::kInteger},      {"int16", 16, Family::kInteger},
    {"int32", 32, Family::kInteger},       {"int64", 64, Family::kInteger},
    {"string", 128, Family::kOther},       {"bool", 8, Family::kOther},
    {"float16", 16, Family::kFloat},       {"float64", 64, Family::kFloat},
    {"uint32", 32, Family::kInteger},      {"uint64", 64, Family::kInteger},
    {"complex64", 64, Family::kOther},     {"complex128", 128, Family::kOther},
    {"bfloat16", 16, Family::kFloat},      {"float8e4m3fn", 8, Family::kFloat},
    {"float8e4m3fnuz", 8, Family::kFloat}, {"float8e5m2", 8, Family::kFloat},
    {"float8e5m2fnuz", 8, Family::kFloat}, {"uint4", 4, Family::kInteger},
    {"int4", 4, Family::kInteger},         {"float4e2m1", 4, Family::kFloat},
    {"float8e8m0", 8, Family::kFloat},     {"uint2", 2, Family::kInteger},
    {"int2", 2, Family::kInteger},
}};

const DTypeEntry& DtypeEntryOf(DType dtype) { return kTypes.at(static_cast<size_t>(dtype)); }

}  // namespace

std::optional<DType> DTypeFromOnnx(int64_t onnx_number) {
  if (onnx_number < 0 || onnx_number >= static_cast<int64_t>(kTypes.size())) return std::nullopt;
  return static_cast<DType>(onnx_number);
}

std::string_view DTypeName(DType dtype) { return DtypeEntryOf(dtype).name; }

std::optional<DType> DTypeFromName(std::string_view name) {
  for (size_t i = 0; i < kTypes.size(); ++i) {
    if (kTypes[i].name == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

int BitsOf(DType dtype) { return DtypeEntryOf(dtype).bits; }

Count BytesOf(DType dtype, Count elements) { return CeilDiv(elements * Count(BitsOf(dtype)), 8); }

bool IsFloat(DType dtype) { return DtypeEntryOf(dtype).family == Family::kFloat; }

bool IsInteger(DType dtype) { return DtypeEntryOf(dtype).family == Family::kInteger; }

}  // namespace roofline
