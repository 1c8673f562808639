#include "costmodel/measurement/nvprof.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/csv.h"
#include "costmodel/measurement/launch_totals.h"
#include "costmodel/measurement/text_check.h"
#include "costmodel/measurement/time_unit.h"

namespace roofline {
namespace {

constexpr std::array<std::string_view, 3> kNvprofFlopMetrics = {"flop_count_sp", "flop_count_dp",
                                                                "flop_count_hp"};
constexpr std::array<std::string_view, 2> kByteMetrics = {"dram_read_bytes", "dram_write_bytes"};

template <size_t N>
bool IsOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

// "==123== Profiling result:" and the like stand between the tables.
std::string WithoutRemarks(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.starts_with("==")) kept += line;
    kept += '\n';  // line numbers stay
  }
  return kept;
}

class NvprofReader {
 public:
  explicit NvprofReader(const std::string& name) : name_(name) {}

  absl::Status Add(const CsvRow& row) {
    if (FindColumn(row, "Time(%)") || FindColumn(row, "Metric Name")) {
      header_ = row;
      is_metrics_ = FindColumn(row, "Metric Name").has_value();
      units_.reset();
      return absl::OkStatus();
    }
    if (!header_ || row.fields.size() != header_->fields.size()) {
      return Error(Reason::kInvalidMeasurement,
                   fmt::format("{}:{}: {} fields do not fit the table of nvprof above", name_,
                               row.line, row.fields.size()));
    }
    if (is_metrics_) return AddMetric(row);
    if (!units_) {
      units_ = row;
      return absl::OkStatus();
    }
    return AddActivity(row);
  }

  const LaunchTotals& totals() const { return totals_; }

 private:
  std::string_view Field(const CsvRow& row, std::string_view title) const {
    return row.Field(FindColumn(*header_, title));
  }

  absl::StatusOr<double> TimeIn(const CsvRow& row, std::string_view title) const {
    const std::string_view unit = Field(*units_, title);
    const std::optional<double> seconds = SecondsPerUnit(unit);
    if (!seconds) {
      return Error(Reason::kInvalidMeasurement,
                   fmt::format("{}:{}: unit '{}' of column {}; expected ns, us, ms or s", name_,
                               units_->line, Shown(unit), title));
    }
    ASSIGN_OR_RETURN(const double amount, ParseAmount(Field(row, title), name_, row.line));
    return amount * *seconds;
  }

  absl::Status AddActivity(const CsvRow& row) {
    if (FindColumn(*header_, "Type") && Field(row, "Type") != "GPU activities") {
      return absl::OkStatus();  // what the host spent in the CUDA API
    }
    ASSIGN_OR_RETURN(const double calls, ParseAmount(Field(row, "Calls"), name_, row.line));
    ASSIGN_OR_RETURN(const double time, TimeIn(row, "Time"));
    ASSIGN_OR_RETURN(const double minimum, TimeIn(row, "Min"));
    LaunchTotal& total = totals_.Of(std::string(Field(row, "Name")));
    total.seconds += time;
    total.minimum_seconds = minimum;
    total.launches += static_cast<int64_t>(std::min(calls, 1e15));
    return absl::OkStatus();
  }

  absl::Status AddMetric(const CsvRow& row) {
    const std::string_view metric = Field(row, "Metric Name");
    const bool is_flops = IsOneOf(metric, kNvprofFlopMetrics);
    if (!is_flops && !IsOneOf(metric, kByteMetrics)) return absl::OkStatus();
    ASSIGN_OR_RETURN(const double calls, ParseAmount(Field(row, "Invocations"), name_, row.line));
    ASSIGN_OR_RETURN(const double average, ParseAmount(Field(row, "Avg"), name_, row.line));
    LaunchTotal& total = totals_.Of(std::string(Field(row, "Kernel")));
    total.launches = std::max(total.launches, static_cast<int64_t>(std::min(calls, 1e15)));
    std::optional<double>& sum = is_flops ? total.flops : total.dram_bytes;
    sum = sum.value_or(0) + calls * average;
    return absl::OkStatus();
  }

  const std::string& name_;
  std::optional<CsvRow> header_;
  std::optional<CsvRow> units_;
  bool is_metrics_ = false;
  LaunchTotals totals_;
};

}  // namespace

absl::StatusOr<MeasuredRun> ReadNvprof(std::string_view text, const std::string& name,
                                       const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const auto rows, ParseCsv(WithoutRemarks(text), ',', name));
  NvprofReader reader(name);
  for (const CsvRow& row : rows) RETURN_IF_ERROR(reader.Add(row));
  if (reader.totals().empty()) {
    return Error(
        Reason::kInvalidMeasurement,
        fmt::format("{}: nvprof output without GPU activities, flop_count_* or dram bytes; "
                    "run nvprof --csv, or with --metrics flop_count_sp",
                    name));
  }
  MeasuredRun run{.format = "nvprof", .file = name, .profiled = true};
  reader.totals().FillIn(options, run);
  return run;
}

}  // namespace roofline
