#include "costmodel/measurement/json_text.h"

#include <fmt/format.h>

#include "costmodel/error.h"
#include "costmodel/measurement/text_check.h"

namespace roofline {

absl::StatusOr<nlohmann::json> ParseJson(std::string_view text, const std::string& place) {
  constexpr int kMaxDepth = 100;
  // The callback sees the depth of every value; one over the limit is not kept.
  bool too_deep = false;
  const auto watch = [&too_deep](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    too_deep |= depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  try {
    nlohmann::json value = nlohmann::json::parse(text, watch);
    if (!too_deep) return value;
  } catch (const nlohmann::json::exception& error) {
    // Its text starts with an identifier in brackets: "[json.exception.parse_error.101] ...".
    const std::string_view what = error.what();
    const size_t start = what.find("] ");
    return Error(
        Reason::kInvalidMeasurement,
        fmt::format("{}: {}", place,
                    Shown(what.substr(start == std::string_view::npos ? 0 : start + 2), 200)));
  }
  return Error(Reason::kInvalidMeasurement,
               fmt::format("{}: JSON nested more than {} deep", place, kMaxDepth));
}

std::string StringIn(const nlohmann::json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace roofline
