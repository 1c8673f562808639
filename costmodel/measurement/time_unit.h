#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_TIME_UNIT_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_TIME_UNIT_H_

#include <optional>
#include <string>
#include <string_view>

namespace roofline {

// Seconds in one "ns", "us", "ms", "s" or the "nsecond", "usecond", "msecond", "second" of ncu.
std::optional<double> SecondsPerUnit(std::string_view unit);

// A column title taken apart: "latency_us", "realTime (ms)" and "time [ms]" are what is measured
// and the unit of it. nullopt without a unit of time.
struct TimedTitle {
  std::string what;  // lower case
  double seconds_per_unit = 0;
};
std::optional<TimedTitle> ParseTimedTitle(std::string_view title);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_TIME_UNIT_H_
