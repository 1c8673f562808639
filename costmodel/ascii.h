#ifndef ROOFLINE_COSTMODEL_ASCII_H_
#define ROOFLINE_COSTMODEL_ASCII_H_

#include <algorithm>
#include <string>
#include <string_view>

namespace roofline {

// Character classes of names and numbers in texts we read; the locale plays no part.

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Names start with a letter or underscore, and go on with those, digits and dots.
constexpr bool IsNameStart(char c) { return IsLetter(c) || c == '_'; }
constexpr bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c) || c == '.'; }

inline std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// True when `text`, in lower case, contains `lower_part`.
inline bool ContainsIgnoringCase(std::string_view text, std::string_view lower_part) {
  return Contains(Lower(text), lower_part);
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ASCII_H_
