#ifndef ROOFLINE_COSTMODEL_GRAPH_DTYPE_H_
#define ROOFLINE_COSTMODEL_GRAPH_DTYPE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "costmodel/count.h"

namespace roofline {

// Element types with the numbers of onnx.TensorProto.DataType, up to IR version 13.
enum class DType : uint8_t {
  kUndefined = 0,
  kFloat32 = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kFloat64 = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
  kFloat8E4M3FN = 17,
  kFloat8E4M3FNUZ = 18,
  kFloat8E5M2 = 19,
  kFloat8E5M2FNUZ = 20,
  kUint4 = 21,
  kInt4 = 22,
  kFloat4E2M1 = 23,
  kFloat8E8M0 = 24,
  kUint2 = 25,
  kInt2 = 26,
};

// nullopt for a number that names no type.
std::optional<DType> DTypeFromOnnx(int64_t onnx_number);

// Short lower-case name: "float32", "int8", "float8e4m3fn"; "undefined" for kUndefined.
std::string_view DTypeName(DType dtype);
// From DTypeName back; nullopt for another word.
std::optional<DType> DTypeFromName(std::string_view name);

// Bits one element takes in memory. A string counts as a 16-byte pointer and length, since its text
// is not known.
int BitsOf(DType dtype);

// Bytes of `elements` packed elements, rounded up to whole bytes (int4 packs two to a byte).
Count BytesOf(DType dtype, Count elements);

bool IsFloat(DType dtype);    // float16 .. float64, bfloat16, fp8, fp4
bool IsInteger(DType dtype);  // signed and unsigned, int2 .. int64; not bool

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_DTYPE_H_
