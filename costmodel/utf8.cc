#include "costmodel/utf8.h"

#include <fmt/format.h>

#include <cstddef>

namespace roofline {
namespace {

struct Utf8Form {
  unsigned char first_low, first_high;    // of the first byte
  unsigned char second_low, second_high;  // of the second
  size_t bytes;
};
// The Unicode Standard, table 3-7, well-formed UTF-8 byte sequences.
constexpr Utf8Form kUtf8Forms[] = {
    {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

bool IsByteWithin(char c, unsigned char low, unsigned char high) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= low && byte <= high;
}

// Length of the sequence that text begins with, 0 if there is none.
size_t SequenceAt(std::string_view text) {
  for (const Utf8Form& form : kUtf8Forms) {
    if (!IsByteWithin(text[0], form.first_low, form.first_high)) continue;
    if (text.size() < form.bytes) return 0;
    if (form.bytes > 1 && !IsByteWithin(text[1], form.second_low, form.second_high)) return 0;
    for (size_t i = 2; i < form.bytes; ++i) {
      if (!IsByteWithin(text[i], 0x80, 0xbf)) return 0;
    }
    return form.bytes;
  }
  return 0;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t bytes = SequenceAt(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string EscapeInvalidUtf8(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const size_t bytes = SequenceAt(text);
    if (bytes == 0) {
      escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else {
      escaped += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return escaped;
}

}  // namespace roofline
