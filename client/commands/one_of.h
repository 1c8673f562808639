#ifndef ROOFLINE_CLIENT_COMMANDS_ONE_OF_H_
#define ROOFLINE_CLIENT_COMMANDS_ONE_OF_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace roofline {

// Takes a word of `words` for its value, an enumerator. CLI11's own transformer cannot list the
// words in its error.
template <class Enum>
CLI::Validator OneOf(const std::map<std::string, Enum>& words) {
  return CLI::Validator(
      [words](std::string& text) -> std::string {
        if (const auto found = words.find(text); found != words.end()) {
          text = fmt::format("{}", static_cast<int>(found->second));
          return {};
        }
        std::vector<std::string> known;
        known.reserve(words.size());
        for (const auto& [word, value] : words) known.push_back(word);
        return fmt::format("'{}' is none of {}", text, fmt::join(known, ", "));
      },
      "");
}

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_ONE_OF_H_
