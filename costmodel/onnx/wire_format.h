#ifndef ROOFLINE_COSTMODEL_ONNX_WIRE_FORMAT_H_
#define ROOFLINE_COSTMODEL_ONNX_WIRE_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace roofline {

// The protobuf wire format: https://protobuf.dev/programming-guides/encoding/
enum class WireType : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kLength = 2,
  kGroupStart = 3,
  kGroupEnd = 4,
  kFixed32 = 5,
};

// What stands before the content of a field. A scalar field is nothing but its header.
struct FieldHeader {
  uint32_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t value = 0;  // the scalar's bits; for kLength the bytes of content that follow
};

enum class HeaderState { kComplete, kIncomplete, kBadVarint, kBadTag };

struct HeaderParse {
  HeaderState state = HeaderState::kIncomplete;
  FieldHeader header;
  size_t size = 0;  // bytes the header takes, when complete
};

// Reads a field header from the front of `bytes`. The answer for a prefix is kIncomplete or the
// answer for the whole.
HeaderParse ParseHeader(std::string_view bytes);

size_t VarintSize(uint64_t value);
void AppendVarint(uint64_t value, std::string& out);
// The shortest encoding of a header.
void AppendHeader(const FieldHeader& header, std::string& out);
// A whole length-delimited field.
void AppendBytesField(uint32_t number, std::string_view content, std::string& out);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_WIRE_FORMAT_H_
