#include "costmodel/onnx/tensor_content.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/error.h"

namespace roofline {
namespace {

static_assert(std::endian::native == std::endian::little, "raw_data is little-endian");

double HalfToDouble(uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = (bits >> 10) & 0x1f;
  const int mantissa = bits & 0x3ff;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

double Bfloat16ToDouble(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// The elements of a little-endian array of T, each converted by `convert`.
template <class T, class Out, class Fn>
std::vector<Out> FromRaw(const std::string& raw, Fn convert) {
  std::vector<Out> result;
  result.reserve(raw.size() / sizeof(T));
  for (size_t at = 0; at + sizeof(T) <= raw.size(); at += sizeof(T)) {
    T element;
    std::memcpy(&element, raw.data() + at, sizeof(T));
    result.push_back(convert(element));
  }
  return result;
}

template <class T>
void SetIntsFromRaw(const std::string& raw, Tensor& tensor) {
  tensor.content = FromRaw<T, int64_t>(raw, [](T v) { return static_cast<int64_t>(v); });
}

void DecodeRaw(const std::string& raw, Tensor& tensor) {
  switch (tensor.dtype) {
    case DType::kFloat32:
      tensor.content = FromRaw<float, double>(raw, [](float v) { return static_cast<double>(v); });
      break;
    case DType::kFloat64:
      tensor.content = FromRaw<double, double>(raw, [](double v) { return v; });
      break;
    case DType::kFloat16:
      tensor.content = FromRaw<uint16_t, double>(raw, HalfToDouble);
      break;
    case DType::kBfloat16:
      tensor.content = FromRaw<uint16_t, double>(raw, Bfloat16ToDouble);
      break;
    case DType::kBool:
    case DType::kUint8:
      return SetIntsFromRaw<uint8_t>(raw, tensor);
    case DType::kInt8:
      return SetIntsFromRaw<int8_t>(raw, tensor);
    case DType::kUint16:
      return SetIntsFromRaw<uint16_t>(raw, tensor);
    case DType::kInt16:
      return SetIntsFromRaw<int16_t>(raw, tensor);
    case DType::kUint32:
      return SetIntsFromRaw<uint32_t>(raw, tensor);
    case DType::kInt32:
      return SetIntsFromRaw<int32_t>(raw, tensor);
    case DType::kUint64:
    case DType::kInt64:
      return SetIntsFromRaw<int64_t>(raw, tensor);
    default:
      break;
  }
}

// int32_data also carries bool, the small integers and the bit patterns of float16 and bfloat16.
void DecodeInt32Data(const onnx::TensorProto& proto, Tensor& tensor) {
  const auto& data = proto.int32_data();
  if (tensor.dtype == DType::kFloat16 || tensor.dtype == DType::kBfloat16) {
    std::vector<double> content;
    for (const int32_t bits : data) {
      const auto half = static_cast<uint16_t>(bits);
      content.push_back(tensor.dtype == DType::kFloat16 ? HalfToDouble(half)
                                                        : Bfloat16ToDouble(half));
    }
    tensor.content = std::move(content);
  } else if ((IsInteger(tensor.dtype) && BitsOf(tensor.dtype) >= 8) ||
             tensor.dtype == DType::kBool) {
    tensor.content = std::vector<int64_t>(data.begin(), data.end());
  }
}

size_t ContentSize(const Tensor& tensor) {
  if (const auto* ints = tensor.ints()) return ints->size();
  if (const auto* floats = tensor.floats()) return floats->size();
  if (const auto* strings = tensor.strings()) return strings->size();
  return 0;
}

bool PayloadPresent(const onnx::TensorProto& proto) {
  return proto.has_raw_data() || proto.float_data_size() > 0 || proto.int32_data_size() > 0 ||
         proto.int64_data_size() > 0 || proto.double_data_size() > 0 ||
         proto.uint64_data_size() > 0 || proto.string_data_size() > 0;
}

}  // namespace

absl::Status DecodeContent(const onnx::TensorProto& proto, Tensor& tensor) {
  const Count elements = Elements(tensor.shape);
  if (proto.data_location() == onnx::TensorProto::EXTERNAL) return absl::OkStatus();
  if (!PayloadPresent(proto) && elements != Count(0))
    return absl::OkStatus();  // stripped of its weights
  if (proto.has_raw_data()) {
    const Count expected = BytesOf(tensor.dtype, elements);
    if (expected != Count(static_cast<int64_t>(proto.raw_data().size()))) {
      return Error(Reason::kMalformedModel,
                   fmt::format("tensor '{}' ({} {}) has {} bytes of data, expected {}",
                               proto.name(), DTypeName(tensor.dtype), ShapeText(tensor.shape),
                               proto.raw_data().size(), expected.value()));
    }
    DecodeRaw(proto.raw_data(), tensor);
    return absl::OkStatus();
  }
  if (proto.string_data_size() > 0) {
    tensor.content =
        std::vector<std::string>(proto.string_data().begin(), proto.string_data().end());
  } else if (proto.float_data_size() > 0 && tensor.dtype == DType::kFloat32) {
    tensor.content = std::vector<double>(proto.float_data().begin(), proto.float_data().end());
  } else if (proto.double_data_size() > 0 && tensor.dtype == DType::kFloat64) {
    tensor.content = std::vector<double>(proto.double_data().begin(), proto.double_data().end());
  } else if (proto.int64_data_size() > 0) {
    tensor.content = std::vector<int64_t>(proto.int64_data().begin(), proto.int64_data().end());
  } else if (proto.uint64_data_size() > 0) {
    tensor.content = std::vector<int64_t>(proto.uint64_data().begin(), proto.uint64_data().end());
  } else if (proto.int32_data_size() > 0) {
    DecodeInt32Data(proto, tensor);
  } else if (elements == Count(0)) {
    DecodeRaw("", tensor);
  }
  if (tensor.has_content() && Count(static_cast<int64_t>(ContentSize(tensor))) != elements) {
    return Error(Reason::kMalformedModel,
                 fmt::format("tensor '{}' ({} {}) has {} values, expected {}", proto.name(),
                             DTypeName(tensor.dtype), ShapeText(tensor.shape), ContentSize(tensor),
                             elements.value()));
  }
  return absl::OkStatus();
}

}  // namespace roofline
