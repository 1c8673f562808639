#include "costmodel/measurement/ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/csv.h"
#include "costmodel/measurement/launch_totals.h"
#include "costmodel/measurement/text_check.h"
#include "costmodel/measurement/time_unit.h"

namespace roofline {
namespace {

struct FlopMetric {
  std::string_view name;
  double flops;  // per count
};
// Thread-level instructions that were executed and not predicated off; Nsight Compute CLI manual,
// "nvprof metric comparison", flop_count_*.
constexpr std::array kNcuFlopMetrics = {
    FlopMetric{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
    FlopMetric{"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1},
    FlopMetric{"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2},
    FlopMetric{"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1},
    FlopMetric{"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 1},
    FlopMetric{"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2},
    FlopMetric{"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 1},
    FlopMetric{"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", 1},
    FlopMetric{"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 2},
};
constexpr std::array<std::string_view, 2> kTimeMetrics = {"gpu__time_duration.sum",
                                                          "gpu__time_duration.avg"};
constexpr std::array<std::string_view, 5> kReadWriteMetrics = {
    "dram__bytes_read.sum", "dram__bytes_write.sum", "dram__bytes_op_read.sum",
    "dram__bytes_op_write.sum", "dram__bytes.sum"};

// "sm__..." and "smsp__..." count the same instructions.
double FlopsPerCount(std::string_view metric) {
  for (const FlopMetric& known : kNcuFlopMetrics) {
    const std::string_view tail = known.name.substr(known.name.find("__"));
    if (metric == known.name || (metric.starts_with("sm__") && metric.substr(2) == tail)) {
      return known.flops;
    }
  }
  return 0;
}

struct ByteUnit {
  std::string_view name;
  double bytes;
};
constexpr std::array kByteUnits = {
    ByteUnit{"", 1},        ByteUnit{"byte", 1},    ByteUnit{"B", 1},
    ByteUnit{"Kbyte", 1e3}, ByteUnit{"KB", 1e3},    ByteUnit{"Mbyte", 1e6},
    ByteUnit{"MB", 1e6},    ByteUnit{"Gbyte", 1e9}, ByteUnit{"GB", 1e9},
};

std::optional<double> BytesPerUnit(std::string_view unit) {
  const auto found = std::ranges::find(kByteUnits, unit, &ByteUnit::name);
  if (found == kByteUnits.end()) return std::nullopt;
  return found->bytes;
}

// What the application and ncu printed before and between.
std::string FromHeaderOn(std::string_view text) {
  std::string kept;
  bool begun = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    begun |= line.starts_with('"') && line.find("\"Kernel Name\"") != std::string_view::npos;
    if (begun && line.starts_with('"')) kept += line;
    kept += '\n';  // line numbers stay
  }
  return kept;
}

class NcuReader {
 public:
  NcuReader(const CsvRow& header, const std::string& name) : header_(header), name_(name) {}

  absl::Status Add(const CsvRow& row) {
    if (row.fields.size() != header_.fields.size()) {
      return Error(Reason::kInvalidMeasurement,
                   fmt::format("{}:{}: {} fields; expected the {} of the header; is the line cut "
                               "off?",
                               name_, row.line, row.fields.size(), header_.fields.size()));
    }
    const std::string id(Field(row, "ID"));
    const std::string kernel(Field(row, "Kernel Name"));
    if (FindColumn(header_, "Metric Name")) {
      if (Field(row, "Metric Name").empty()) return absl::OkStatus();  // a line of units
      return AddMetric(id, kernel, Field(row, "Metric Name"), Field(row, "Metric Unit"),
                       Field(row, "Metric Value"), row.line);
    }
    if (!units_) {
      units_ = row;
      return absl::OkStatus();
    }
    for (size_t i = 0; i < header_.fields.size(); ++i) {
      RETURN_IF_ERROR(
          AddMetric(id, kernel, header_.fields[i], units_->fields[i], row.fields[i], row.line));
    }
    return absl::OkStatus();
  }

  const LaunchTotals& totals() const { return totals_; }
  int64_t measured() const { return measured_; }

 private:
  std::string_view Field(const CsvRow& row, std::string_view title) const {
    return row.Field(FindColumn(header_, title));
  }

  absl::Status AddMetric(const std::string& id, const std::string& kernel, std::string_view metric,
                         std::string_view unit, std::string_view text, int line) {
    const double flops = FlopsPerCount(metric);
    const bool is_time = std::ranges::find(kTimeMetrics, metric) != kTimeMetrics.end();
    const bool is_bytes = std::ranges::find(kReadWriteMetrics, metric) != kReadWriteMetrics.end();
    if ((flops == 0 && !is_time && !is_bytes) || text == "n/a" || text.empty()) {
      return absl::OkStatus();
    }
    ASSIGN_OR_RETURN(const double value, ParseAmount(text, name_, line));
    const std::optional<double> scale = is_time    ? SecondsPerUnit(unit)
                                        : is_bytes ? BytesPerUnit(unit)
                                                   : std::optional<double>(flops);
    if (!scale) {
      return Error(Reason::kInvalidMeasurement, fmt::format("{}:{}: unit '{}' of {} is not known",
                                                            name_, line, Shown(unit), metric));
    }
    LaunchTotal& total = totals_.Of(kernel);
    if (launches_.insert(id).second) ++total.launches;
    ++measured_;
    AddTo(total, is_time, is_bytes, value * *scale);
    return absl::OkStatus();
  }

  static void AddTo(LaunchTotal& total, bool is_time, bool is_bytes, double value) {
    if (is_time) {
      const bool first = total.seconds == 0;
      total.minimum_seconds = first ? value : std::min(total.minimum_seconds, value);
      total.seconds += value;
    } else {
      std::optional<double>& sum = is_bytes ? total.dram_bytes : total.flops;
      sum = sum.value_or(0) + value;
    }
  }

  const CsvRow& header_;
  const std::string& name_;
  std::optional<CsvRow> units_;  // the second line of --page raw
  std::set<std::string> launches_;
  LaunchTotals totals_;
  int64_t measured_ = 0;
};

}  // namespace

absl::StatusOr<MeasuredRun> ReadNcu(std::string_view text, const std::string& name,
                                    const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const auto rows, ParseCsv(FromHeaderOn(text), ',', name));
  if (rows.empty()) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: no line of column titles; expected ncu --csv", name));
  }
  NcuReader reader(rows.front(), name);
  for (auto row = rows.begin() + 1; row != rows.end(); ++row) RETURN_IF_ERROR(reader.Add(*row));
  if (reader.measured() == 0) {
    return Error(
        Reason::kInvalidMeasurement,
        fmt::format("{}: ncu output without a metric that is used; run ncu --csv --metrics "
                    "gpu__time_duration.sum,dram__bytes_read.sum,...",
                    name));
  }
  MeasuredRun run{.format = "ncu", .file = name, .profiled = true};
  reader.totals().FillIn(options, run);
  return run;
}

}  // namespace roofline
