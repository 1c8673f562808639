#ifndef ROOFLINE_COSTMODEL_COUNTED_H_
#define ROOFLINE_COSTMODEL_COUNTED_H_

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace roofline {

// "1 layer", "2 layers": for nouns whose plural ends in a plain s.
inline std::string Counted(int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_COUNTED_H_
