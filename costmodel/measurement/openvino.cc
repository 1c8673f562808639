#include "costmodel/measurement/openvino.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/csv.h"
#include "costmodel/measurement/run_table.h"
#include "costmodel/measurement/text_check.h"
#include "costmodel/measurement/time_unit.h"

namespace roofline {
namespace {

struct OpenvinoColumns {
  std::optional<size_t> name, status, type, kernel, time;
  double seconds_per_unit = 0;
};

bool IsHeader(const CsvRow& row) {
  return FindColumn(row, "layerName") == 0U || FindColumn(row, "layer name") == 0U;
}

absl::StatusOr<OpenvinoColumns> OpenvinoColumnsOf(const CsvRow& header, const std::string& name) {
  OpenvinoColumns columns{.name = 0};
  for (size_t i = 0; i < header.fields.size(); ++i) {
    const std::string& title = header.fields[i];
    if (title.starts_with("execStatus") || title == "exec status") columns.status = i;
    if (title == "layerType" || title == "layer type") columns.type = i;
    if (title == "execType" || title == "exec type") columns.kernel = i;
    if (const auto timed = ParseTimedTitle(title);
        timed && (timed->what == "realtime" || timed->what == "real time")) {
      columns.time = i;
      columns.seconds_per_unit = timed->seconds_per_unit;
    }
  }
  if (!columns.time || !columns.status) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}:{}: OpenVINO counters without execStatus or 'realTime (ms)'; "
                             "expected a report of benchmark_app 2022 or newer",
                             name, header.line));
  }
  return columns;
}

absl::Status AddLayer(const CsvRow& row, const OpenvinoColumns& columns, const std::string& name,
                      RunTable& table) {
  const std::string_view status = row.Field(columns.status);
  if (status == "NOT_RUN" || status == "OPTIMIZED_OUT") return absl::OkStatus();
  if (status != "EXECUTED") {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}:{}: status '{}'; expected EXECUTED, NOT_RUN or OPTIMIZED_OUT; is "
                             "the line cut off?",
                             name, row.line, Shown(status)));
  }
  ASSIGN_OR_RETURN(const double time, ParseAmount(row.Field(columns.time), name, row.line));
  MeasuredKernel kernel{.name = std::string(row.Field(columns.name)),
                        .op = std::string(row.Field(columns.type))};
  kernel.inserted = kernel.op == "Reorder";
  if (!kernel.inserted) kernel.node_names = {kernel.name};
  if (columns.kernel) kernel.device_kernels = {std::string(row.Field(columns.kernel))};
  table.AddKernel(std::move(kernel), Seconds(time * columns.seconds_per_unit));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MeasuredRun> ReadOpenVinoCounters(std::string_view text, const std::string& name) {
  ASSIGN_OR_RETURN(const auto rows, ParseCsv(text, ';', name));
  MeasuredRun run{.format = "openvino", .file = name, .profiled = true};
  RunTable table;
  std::optional<OpenvinoColumns> columns;  // of the block under way
  for (const CsvRow& row : rows) {
    if (IsHeader(row)) {
      ASSIGN_OR_RETURN(columns, OpenvinoColumnsOf(row, name));
      table.BeginRun();
    } else if (row.fields[0] == "Total") {
      columns.reset();
    } else if (columns) {
      RETURN_IF_ERROR(AddLayer(row, *columns, name, table));
    }
  }
  table.Summarize(Warmup::kNone, run);
  if (run.kernels.empty()) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: OpenVINO counters without an executed layer", name));
  }
  if (columns) {
    run.warnings.emplace_back("the last block has no Total: the file may be cut off");
  }
  return run;
}

}  // namespace roofline
