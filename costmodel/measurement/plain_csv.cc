#include "costmodel/measurement/plain_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/csv.h"
#include "costmodel/measurement/run_table.h"
#include "costmodel/measurement/time_unit.h"

namespace roofline {
namespace {

constexpr std::array<std::string_view, 6> kNameTitles = {"layer",  "name",       "node",
                                                         "kernel", "layer_name", "node_name"};
// What a column of times may be called, the preferred ones first.
constexpr std::array<std::string_view, 11> kTimeTitles = {"median",   "p50",     "latency", "time",
                                                          "duration", "avg",     "average", "mean",
                                                          "elapsed",  "runtime", "cost"};
constexpr std::array<std::string_view, 2> kMinimumTitles = {"min", "minimum"};

struct TimeColumn {
  size_t column = 0;
  double seconds_per_unit = 0;
};

struct PlainCsvColumns {
  size_t name = 0;
  TimeColumn time;
  std::optional<TimeColumn> minimum;
  std::optional<size_t> op, provider, calls, run;
};

template <size_t N>
std::optional<TimeColumn> FindTime(const CsvRow& header,
                                   const std::array<std::string_view, N>& titles) {
  for (const std::string_view wanted : titles) {
    for (size_t i = 0; i < header.fields.size(); ++i) {
      const auto timed = ParseTimedTitle(header.fields[i]);
      if (timed && (timed->what == wanted || timed->what.starts_with(fmt::format("{}_", wanted)) ||
                    timed->what.ends_with(fmt::format("_{}", wanted)))) {
        return TimeColumn{i, timed->seconds_per_unit};
      }
    }
  }
  return std::nullopt;
}

absl::Status RefuseHeader(const CsvRow& header, const std::string& name, std::string_view what) {
  return Error(Reason::kInvalidMeasurement,
               fmt::format("{}:{}: {}; expected a header like layer,latency_us (or _ns, _ms, _s)",
                           name, header.line, what));
}

absl::StatusOr<PlainCsvColumns> PlainCsvColumnsOf(const CsvRow& header, const std::string& name) {
  PlainCsvColumns columns;
  const auto title = std::ranges::find_if(
      kNameTitles, [&](std::string_view wanted) { return FindColumn(header, wanted).has_value(); });
  if (title == kNameTitles.end()) return RefuseHeader(header, name, "no column of layer names");
  columns.name = *FindColumn(header, *title);
  const std::optional<TimeColumn> time = FindTime(header, kTimeTitles);
  if (!time) {
    for (const std::string_view bare : kTimeTitles) {
      if (!FindColumn(header, bare)) continue;
      return RefuseHeader(header, name, fmt::format("column '{}' has no unit", bare));
    }
    return RefuseHeader(header, name, "no column of times");
  }
  columns.time = *time;
  columns.minimum = FindTime(header, kMinimumTitles);
  for (const std::string_view op : {"op", "op_type", "type", "layer_type"}) {
    if (!columns.op) columns.op = FindColumn(header, op);
  }
  columns.provider = FindColumn(header, "provider");
  columns.calls = FindColumn(header, "calls");
  columns.run = FindColumn(header, "run");
  return columns;
}

// The rows of each run, in the order in which runs first appear.
std::vector<std::vector<const CsvRow*>> SplitRuns(const std::vector<CsvRow>& rows,
                                                  std::optional<size_t> run_column) {
  std::vector<std::vector<const CsvRow*>> runs;
  std::map<std::string, size_t, std::less<>> run_by_label;
  for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
    const std::string label(row->Field(run_column));
    const auto [entry, is_new] = run_by_label.emplace(label, runs.size());
    if (is_new) runs.emplace_back();
    runs[entry->second].push_back(&*row);
  }
  return runs;
}

bool IsTotal(std::string_view layer) {
  return layer == "total" || layer == "Total" || layer == "TOTAL";
}

// From the minimum column, in the order of the rows without totals.
using Minima = std::vector<std::optional<Seconds>>;

class CsvRunReader {
 public:
  CsvRunReader(const PlainCsvColumns& columns, const std::string& name)
      : columns_(columns), name_(name) {}

  absl::Status Add(const CsvRow& row) {
    ASSIGN_OR_RETURN(const Seconds time, Time(row, columns_.time));
    const std::string layer(row.Field(columns_.name));
    if (layer.empty()) {
      return Error(Reason::kInvalidMeasurement,
                   fmt::format("{}:{}: no layer name", name_, row.line));
    }
    if (IsTotal(layer)) {
      table_.SetLatency(time);
      return absl::OkStatus();
    }
    MeasuredKernel kernel{.name = layer,
                          .node_names = {layer},
                          .op = std::string(row.Field(columns_.op)),
                          .provider = std::string(row.Field(columns_.provider))};
    if (columns_.calls) {
      ASSIGN_OR_RETURN(const double calls, ParseAmount(row.Field(columns_.calls), name_, row.line));
      kernel.calls_per_run = static_cast<int64_t>(std::min(calls, 1e9));
    }
    if (columns_.minimum) {
      ASSIGN_OR_RETURN(const Seconds minimum, Time(row, *columns_.minimum));
      minima_.emplace_back(minimum);
    }
    table_.AddKernel(std::move(kernel), time);
    return absl::OkStatus();
  }

  RunTable& table() { return table_; }
  const Minima& minima() const { return minima_; }

 private:
  absl::StatusOr<Seconds> Time(const CsvRow& row, const TimeColumn& column) const {
    ASSIGN_OR_RETURN(const double amount, ParseAmount(row.Field(column.column), name_, row.line));
    return Seconds(amount * column.seconds_per_unit);
  }

  const PlainCsvColumns& columns_;
  const std::string& name_;
  RunTable table_;
  Minima minima_;
};

}  // namespace

absl::StatusOr<MeasuredRun> ReadPlainCsv(std::string_view text, const std::string& name) {
  const char separator = SeparatorOf(text.substr(0, text.find('\n')));
  ASSIGN_OR_RETURN(const auto rows, ParseCsv(text, separator, name));
  ASSIGN_OR_RETURN(const PlainCsvColumns columns, PlainCsvColumnsOf(rows.front(), name));
  MeasuredRun run{.format = "csv", .file = name};
  CsvRunReader reader(columns, name);
  for (const auto& one_run : SplitRuns(rows, columns.run)) {
    reader.table().BeginRun();
    for (const CsvRow* row : one_run) RETURN_IF_ERROR(reader.Add(*row));
  }
  reader.table().Summarize(Warmup::kDropFirst, run);
  if (run.kernels.empty() && !run.latency_median) {
    return Error(Reason::kInvalidMeasurement, fmt::format("{}: a header and no rows", name));
  }
  if (run.runs == 1 && reader.minima().size() == run.kernels.size()) {
    for (size_t i = 0; i < run.kernels.size(); ++i) run.kernels[i].minimum = *reader.minima()[i];
  }
  if (!columns.run) run.runs = 0;  // the table is of medians or means of some number of runs
  return run;
}

}  // namespace roofline
