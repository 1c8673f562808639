#include "costmodel/measurement/time_unit.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "costmodel/ascii.h"

namespace roofline {
namespace {

struct TimeUnit {
  std::string_view name;
  double seconds;
};
constexpr std::array kUnits = {
    TimeUnit{"ns", 1e-9},      TimeUnit{"us", 1e-6},      TimeUnit{"\u00b5s", 1e-6},
    TimeUnit{"\u03bcs", 1e-6}, TimeUnit{"ms", 1e-3},      TimeUnit{"s", 1},
    TimeUnit{"sec", 1},        TimeUnit{"seconds", 1},    TimeUnit{"nsecond", 1e-9},
    TimeUnit{"usecond", 1e-6}, TimeUnit{"msecond", 1e-3}, TimeUnit{"second", 1},
};

}  // namespace

std::optional<double> SecondsPerUnit(std::string_view unit) {
  for (const TimeUnit& known : kUnits) {
    if (known.name == unit) return known.seconds;
  }
  return std::nullopt;
}

std::optional<TimedTitle> ParseTimedTitle(std::string_view title) {
  const bool bracketed = title.ends_with(')') || title.ends_with(']');
  if (bracketed) title.remove_suffix(1);
  const size_t at = title.find_last_of(bracketed ? "([" : "_ ");
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  const std::optional<double> seconds = SecondsPerUnit(title.substr(at + 1));
  if (!seconds) return std::nullopt;
  std::string_view what = title.substr(0, at);
  while (what.ends_with(' ')) what.remove_suffix(1);
  return TimedTitle{.what = Lower(what), .seconds_per_unit = *seconds};
}

}  // namespace roofline
