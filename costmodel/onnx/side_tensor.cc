#include "costmodel/onnx/side_tensor.h"

#include <charconv>
#include <functional>
#include <system_error>

#include "costmodel/count.h"
#include "costmodel/graph/dtype.h"
#include "costmodel/onnx/external_data_fields.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/onnx/wire_format.h"

namespace roofline {
namespace {

// TensorProto field numbers (onnx/onnx.proto).
constexpr uint32_t kDimsField = 1;
constexpr uint32_t kDataTypeField = 2;

using FieldVisitor = std::function<void(const FieldHeader& header, std::string_view content)>;

// Visits the fields of a message, none of unknown groups. False when the bytes are no message.
bool VisitFields(std::string_view bytes, const FieldVisitor& visit) {
  int groups = 0;
  while (!bytes.empty()) {
    const HeaderParse parse = ParseHeader(bytes);
    if (parse.state != HeaderState::kComplete) return false;
    bytes.remove_prefix(parse.size);
    const uint64_t size = parse.header.type == WireType::kLength ? parse.header.value : 0;
    if (size > bytes.size()) return false;
    if (parse.header.type == WireType::kGroupStart) ++groups;
    if (parse.header.type == WireType::kGroupEnd) --groups;
    if (groups == 0) visit(parse.header, bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return true;
}

// Product of the extents in a list of varints.
Count PackedProduct(std::string_view varints) {
  constexpr char kVarintTag = 1 << 3;  // some field, so that each is a header of its own
  Count product = 1;
  while (!varints.empty()) {
    const HeaderParse parse = ParseHeader(kVarintTag + std::string(varints.substr(0, 10)));
    if (parse.state != HeaderState::kComplete) return Count::Overflow();
    product *= Count(static_cast<int64_t>(parse.header.value));
    varints.remove_prefix(parse.size - 1);
  }
  return product;
}

// Bytes of a tensor of int32 or int64; not ok for another type.
Count IntegerBytes(std::string_view fields) {
  Count elements = 1;
  std::optional<DType> dtype;
  const bool whole = VisitFields(fields, [&](const FieldHeader& header, std::string_view content) {
    const bool varint = header.type == WireType::kVarint;
    if (header.number == kDataTypeField && varint) {
      dtype = DTypeFromOnnx(static_cast<int64_t>(header.value));
    } else if (header.number == kDimsField && varint) {
      elements *= Count(static_cast<int64_t>(header.value));
    } else if (header.number == kDimsField && header.type == WireType::kLength) {
      elements *= PackedProduct(content);
    }
  });
  const bool integer = dtype == DType::kInt32 || dtype == DType::kInt64;
  return whole && integer ? BytesOf(*dtype, elements) : Count::Overflow();
}

// As the entries of external_data say it; -1 stands for what is no number.
struct SideTensorPlace {
  std::string_view location;
  int64_t offset = 0;
  std::optional<int64_t> length;
};

int64_t ParseNumber(std::string_view text) {
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? number : -1;
}

SideTensorPlace ReadPlace(std::string_view external_data) {
  SideTensorPlace place;
  VisitFields(external_data, [&place](const FieldHeader& header, std::string_view entry) {
    if (header.number != kExternalDataField) return;
    std::string_view key;
    std::string_view value;
    VisitFields(entry, [&](const FieldHeader& part, std::string_view content) {
      if (part.number == kEntryKeyField) key = content;
      if (part.number == kEntryValueField) value = content;
    });
    if (key == kLocationKey) place.location = value;
    if (key == "offset") place.offset = ParseNumber(value);
    if (key == kLengthKey) place.length = ParseNumber(value);
  });
  return place;
}

}  // namespace

std::optional<std::string> ReadSideTensor(const SideFiles& files, std::string_view fields,
                                          std::string_view external_data, int64_t max_bytes) {
  const Count bytes = IntegerBytes(fields);
  if (!bytes.ok() || bytes.value() > max_bytes) return std::nullopt;
  const SideTensorPlace place = ReadPlace(external_data);
  if (place.location == kDroppedLocation) return std::nullopt;
  if (place.length.value_or(bytes.value()) != bytes.value()) return std::nullopt;
  return files.Read(place.location, place.offset, bytes.value());
}

}  // namespace roofline
