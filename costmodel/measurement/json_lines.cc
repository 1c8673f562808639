#include "costmodel/measurement/json_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "costmodel/error.h"
#include "costmodel/measurement/json_text.h"
#include "costmodel/measurement/run_table.h"
#include "costmodel/measurement/time_unit.h"

namespace roofline {
namespace {

using Json = nlohmann::json;

class JsonRunReader {
 public:
  JsonRunReader(std::string place, RunTable& table) : place_(std::move(place)), table_(table) {}

  absl::Status Add(const Json& line) {
    if (!line.is_object()) return Refuse("not an object");
    const auto warmup = line.find("warmup");
    table_.BeginRun(warmup != line.end() && warmup->is_boolean() && warmup->get<bool>());
    ASSIGN_OR_RETURN(const std::optional<Seconds> latency, TimeIn(line));
    if (latency) table_.SetLatency(*latency);
    const auto layers = line.find("layers");
    if (layers == line.end()) {
      return latency ? absl::OkStatus() : Refuse("neither latency_ms nor layers");
    }
    if (!layers->is_array()) return Refuse("layers is not a list");
    for (const Json& layer : *layers) RETURN_IF_ERROR(AddLayer(layer));
    return absl::OkStatus();
  }

 private:
  absl::Status Refuse(std::string_view problem) const {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: {}; expected one run per line: {{\"latency_ms\": 2.4, "
                             "\"layers\": [{{\"name\": \"conv1\", \"time_us\": 12.5}}]}}",
                             place_, problem));
  }

  // The one member that is a time: latency_ms, time_us ...
  absl::StatusOr<std::optional<Seconds>> TimeIn(const Json& object) const {
    std::optional<Seconds> time;
    for (const auto& [key, value] : object.items()) {
      const auto timed = ParseTimedTitle(key);
      if (!timed && (key == "latency" || key == "time")) {
        return Refuse(fmt::format("'{}' has no unit", key));
      }
      if (!timed || (timed->what != "latency" && timed->what != "time")) continue;
      if (time) return Refuse("two times");
      if (!value.is_number() || !(value.get<double>() >= 0)) {
        return Refuse(fmt::format("'{}' is not a number from 0", key));
      }
      time = Seconds(value.get<double>() * timed->seconds_per_unit);
    }
    return time;
  }

  absl::Status AddLayer(const Json& layer) {
    if (!layer.is_object()) return Refuse("a layer that is no object");
    MeasuredKernel kernel{.name = StringIn(layer, "name")};
    if (kernel.name.empty()) return Refuse("a layer without a name");
    kernel.node_names = {kernel.name};
    kernel.op = StringIn(layer, "op");
    kernel.provider = StringIn(layer, "provider");
    ASSIGN_OR_RETURN(const std::optional<Seconds> time, TimeIn(layer));
    if (!time) return Refuse(fmt::format("layer '{}' has no time", kernel.name));
    table_.AddKernel(std::move(kernel), *time);
    return absl::OkStatus();
  }

  std::string place_;
  RunTable& table_;
};

}  // namespace

absl::StatusOr<MeasuredRun> ReadJsonLines(std::string_view text, const std::string& name) {
  MeasuredRun run{.format = "json-lines", .file = name};
  RunTable table;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string place = fmt::format("{}:{}", name, number);
    ASSIGN_OR_RETURN(const Json value, ParseJson(line, place));
    RETURN_IF_ERROR(JsonRunReader(place, table).Add(value));
  }
  table.Summarize(Warmup::kDropFirst, run);
  return run;
}

}  // namespace roofline
