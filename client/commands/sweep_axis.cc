#include "client/commands/sweep_axis.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "client/commands/model_options.h"
#include "costmodel/count.h"
#include "costmodel/error.h"
#include "costmodel/limits.h"

namespace roofline {
namespace {

std::optional<int64_t> ParsePositive(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value > 0 ? std::optional(value) : std::nullopt;
}

// What is wrong with an axis, and how one is written.
absl::Status Malformed(const std::string& text, std::string_view problem) {
  return Error(Reason::kInvalidArgument,
               fmt::format("--dim {}: {}; write NAME=1..64*2, NAME=128..1024+128, NAME=1..8 or "
                           "NAME=1,8,32",
                           text, problem));
}

absl::Status AddRange(const std::string& text, int64_t first, int64_t last, char step_kind,
                      int64_t step, v1::SweepAxis& axis) {
  if (last < first) return Malformed(text, "the range ends before it starts");
  if (step_kind == '*' && step < 2) return Malformed(text, "a factor of 2 or more is expected");
  for (Count value = first; value.ok() && value.value() <= last;
       value = step_kind == '*' ? value * Count(step) : value + Count(step)) {
    if (axis.values_size() >= ModelLimits().max_sweep_points) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--dim {}: more than {} values; take a wider step", text,
                               ModelLimits().max_sweep_points));
    }
    axis.add_values(value.value());
  }
  return absl::OkStatus();
}

absl::Status AddValues(const std::string& text, std::string_view values, v1::SweepAxis& axis) {
  const size_t dots = values.find("..");
  if (dots == std::string_view::npos) {
    for (const std::string_view part : Split(values, ',')) {
      const auto value = ParsePositive(part);
      if (!value) return Malformed(text, fmt::format("'{}' is no number of 1 or more", part));
      axis.add_values(*value);
    }
    return absl::OkStatus();
  }
  const std::string_view rest = values.substr(dots + 2);
  const size_t at = rest.find_first_of("*+");
  const bool stepped = at != std::string_view::npos;
  const auto first = ParsePositive(values.substr(0, dots));
  const auto last = ParsePositive(rest.substr(0, at));
  const auto step = stepped ? ParsePositive(rest.substr(at + 1)) : std::optional<int64_t>(1);
  if (!first || !last || !step) return Malformed(text, "numbers of 1 or more are expected");
  return AddRange(text, *first, *last, stepped ? rest[at] : '+', *step, axis);
}

}  // namespace

bool IsSweepAxis(std::string_view text) {
  const size_t at = text.rfind('=');
  if (at == std::string_view::npos) return false;
  const std::string_view values = text.substr(at + 1);
  return values.find("..") != std::string_view::npos || values.find(',') != std::string_view::npos;
}

absl::StatusOr<v1::SweepAxis> ParseSweepAxis(const std::string& text) {
  const size_t at = text.rfind('=');
  if (at == std::string::npos || at == 0) return Malformed(text, "a name and values are expected");
  v1::SweepAxis axis;
  axis.set_name(text.substr(0, at));
  RETURN_IF_ERROR(AddValues(text, std::string_view(text).substr(at + 1), axis));
  return axis;
}

}  // namespace roofline
