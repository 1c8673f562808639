#include "costmodel/onnx/wire_format.h"

#include <algorithm>
#include <limits>

namespace roofline {
namespace {

constexpr size_t kMaxVarintBytes = 10;
constexpr int kTypeBits = 3;
constexpr uint64_t kTypeMask = 7;

struct VarintParse {
  HeaderState state = HeaderState::kIncomplete;
  uint64_t value = 0;
  size_t size = 0;
};

VarintParse ParseVarint(std::string_view bytes) {
  uint64_t value = 0;
  const size_t available = std::min(bytes.size(), kMaxVarintBytes);
  for (size_t i = 0; i < available; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) return {HeaderState::kComplete, value, i + 1};
  }
  return {available == kMaxVarintBytes ? HeaderState::kBadVarint : HeaderState::kIncomplete, 0, 0};
}

VarintParse ParseFixed(std::string_view bytes, size_t size) {
  if (bytes.size() < size) return {};
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    value |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return {HeaderState::kComplete, value, size};
}

void AppendFixed(uint64_t value, size_t size, std::string& out) {
  for (size_t i = 0; i < size; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

VarintParse ParseValue(WireType type, std::string_view bytes) {
  switch (type) {
    case WireType::kVarint:
    case WireType::kLength:
      return ParseVarint(bytes);
    case WireType::kFixed64:
      return ParseFixed(bytes, 8);
    case WireType::kFixed32:
      return ParseFixed(bytes, 4);
    case WireType::kGroupStart:
    case WireType::kGroupEnd:
      return {HeaderState::kComplete, 0, 0};
  }
  return {HeaderState::kBadTag, 0, 0};
}

}  // namespace

HeaderParse ParseHeader(std::string_view bytes) {
  const VarintParse tag = ParseVarint(bytes);
  if (tag.state != HeaderState::kComplete) return {tag.state, {}, 0};
  const uint64_t number = tag.value >> kTypeBits;
  const uint64_t type = tag.value & kTypeMask;
  if (tag.value > std::numeric_limits<uint32_t>::max() || number == 0 ||
      type > static_cast<uint64_t>(WireType::kFixed32)) {
    return {HeaderState::kBadTag, {}, 0};
  }
  FieldHeader header{static_cast<uint32_t>(number), static_cast<WireType>(type), 0};
  const VarintParse value = ParseValue(header.type, bytes.substr(tag.size));
  header.value = value.value;
  return {value.state, header, tag.size + value.size};
}

size_t VarintSize(uint64_t value) {
  size_t size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}

void AppendVarint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

void AppendHeader(const FieldHeader& header, std::string& out) {
  AppendVarint((uint64_t{header.number} << kTypeBits) | static_cast<uint64_t>(header.type), out);
  switch (header.type) {
    case WireType::kVarint:
    case WireType::kLength:
      return AppendVarint(header.value, out);
    case WireType::kFixed64:
      return AppendFixed(header.value, 8, out);
    case WireType::kFixed32:
      return AppendFixed(header.value, 4, out);
    case WireType::kGroupStart:
    case WireType::kGroupEnd:
      return;
  }
}

void AppendBytesField(uint32_t number, std::string_view content, std::string& out) {
  AppendHeader({number, WireType::kLength, content.size()}, out);
  out += content;
}

}  // namespace roofline
