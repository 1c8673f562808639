#ifndef ROOFLINE_CLIENT_COMMANDS_WHOLE_NUMBER_H_
#define ROOFLINE_CLIENT_COMMANDS_WHOLE_NUMBER_H_

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>

namespace roofline {

// Takes decimal digits for a number from `least` to the largest int64. The ranges of CLI11 print
// their limits as floating-point numbers.
inline CLI::Validator WholeNumber(int64_t least) {
  return CLI::Validator(
      [least](const std::string& text) -> std::string {
        int64_t value = 0;
        const char* last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, value);
        if (error == std::errc() && end == last && value >= least) return {};
        return fmt::format("'{}' is no whole number of {} or more", text, least);
      },
      "");
}

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_WHOLE_NUMBER_H_
