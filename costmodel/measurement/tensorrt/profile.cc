#include "costmodel/measurement/tensorrt/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/json_text.h"
#include "costmodel/measurement/statistics.h"
#include "costmodel/measurement/tensorrt/layer_name.h"

namespace roofline {
namespace {

using Json = nlohmann::json;
constexpr double kMillisecond = 1e-3;

absl::Status RefuseProfile(const std::string& name, std::string_view problem) {
  return Error(Reason::kInvalidMeasurement,
               fmt::format("{}: {}; expected what trtexec writes", name, problem));
}

// nullopt when the member is not there.
absl::StatusOr<std::optional<double>> NumberIn(const Json& object, std::string_view key,
                                               const std::string& place) {
  const auto found = object.find(key);
  if (found == object.end()) return std::optional<double>();
  if (!found->is_number() || !(found->get<double>() >= 0)) {
    return RefuseProfile(place, fmt::format("'{}' is not a number from 0", key));
  }
  return std::optional<double>(found->get<double>());
}

// The average when the file has no median.
absl::StatusOr<double> MillisecondsOf(const Json& layer, int64_t count, const std::string& place) {
  for (const std::string_view key : {"medianMs", "averageMs"}) {
    ASSIGN_OR_RETURN(const std::optional<double> time, NumberIn(layer, key, place));
    if (time) return *time;
  }
  ASSIGN_OR_RETURN(const std::optional<double> total, NumberIn(layer, "timeMs", place));
  if (!total || count == 0) return RefuseProfile(place, "no averageMs");
  return *total / static_cast<double>(count);
}

}  // namespace

absl::StatusOr<MeasuredRun> ReadTensorRtProfile(std::string_view text, const std::string& name) {
  ASSIGN_OR_RETURN(const Json list, ParseJson(text, name));
  if (!list.is_array()) return RefuseProfile(name, "not a list");
  MeasuredRun run{.format = "tensorrt", .file = name, .profiled = true};
  bool has_medians = true;
  for (const Json& entry : list) {
    if (!entry.is_object()) return RefuseProfile(name, "an entry that is no object");
    ASSIGN_OR_RETURN(const std::optional<double> count, NumberIn(entry, "count", name));
    if (count) {
      run.runs = static_cast<int64_t>(std::min(*count, 1e15));
      continue;
    }
    MeasuredKernel kernel{.name = StringIn(entry, "name")};
    const std::string place = fmt::format("{}: layer {}", name, run.kernels.size() + 1);
    if (kernel.name.empty()) return RefuseProfile(place, "no name");
    ASSIGN_OR_RETURN(const double time, MillisecondsOf(entry, run.runs, place));
    has_medians &= entry.contains("medianMs");
    kernel.median = kernel.minimum = Seconds(time * kMillisecond);
    InterpretLayerName(kernel);
    run.kernels.push_back(std::move(kernel));
  }
  if (run.kernels.empty()) return RefuseProfile(name, "no layers");
  if (!has_medians) {
    run.warnings.emplace_back("times are averages: this version of trtexec has no medians");
  }
  return run;
}

absl::StatusOr<MeasuredRun> ReadTensorRtTimes(std::string_view text, const std::string& name) {
  ASSIGN_OR_RETURN(const Json list, ParseJson(text, name));
  std::vector<double> seconds;
  for (const Json& entry : list) {
    const std::string place = fmt::format("{}: record {}", name, seconds.size() + 1);
    if (!entry.is_object()) return RefuseProfile(place, "not an object");
    ASSIGN_OR_RETURN(const std::optional<double> time, NumberIn(entry, "computeMs", place));
    if (!time) return RefuseProfile(place, "no computeMs");
    seconds.push_back(*time * kMillisecond);
  }
  if (seconds.empty()) return RefuseProfile(name, "no records");
  MeasuredRun run{.format = "tensorrt-times", .file = name};
  run.runs = static_cast<int64_t>(seconds.size());
  const SampleSummary summary = Summarize(std::move(seconds));
  run.latency_median = summary.median;
  run.latency_minimum = summary.minimum;
  run.latency_relative_spread = summary.relative_spread;
  return run;
}

}  // namespace roofline
