#include "costmodel/measurement/text_check.h"

#include <algorithm>

namespace roofline {

std::string Shown(std::string_view text, size_t max_bytes) {
  std::string shown(text.substr(0, max_bytes));
  std::ranges::replace_if(
      shown, [](unsigned char c) { return c < 0x20 || c > 0x7e; }, '?');
  return shown;
}

}  // namespace roofline
