#include "costmodel/measurement/perf_stat.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/csv.h"
#include "costmodel/measurement/inferences.h"

namespace roofline {
namespace {

struct FpEvent {
  std::string_view name;
  std::string_view raw;  // umask and event code, as in perf -e r02c7
  double flops;          // per count
};
// Intel SDM volume 3, performance monitoring events, FP_ARITH_INST_RETIRED (event C7H): an
// operation per vector element, a fused multiply-add counts twice. AMD PPR, PMCx003.
constexpr std::array kEvents = {
    FpEvent{"fp_arith_inst_retired.scalar_double", "r01c7", 1},
    FpEvent{"fp_arith_inst_retired.scalar_single", "r02c7", 1},
    FpEvent{"fp_arith_inst_retired.scalar", "r03c7", 1},
    FpEvent{"fp_arith_inst_retired.128b_packed_double", "r04c7", 2},
    FpEvent{"fp_arith_inst_retired.128b_packed_single", "r08c7", 4},
    FpEvent{"fp_arith_inst_retired.256b_packed_double", "r10c7", 4},
    FpEvent{"fp_arith_inst_retired.4_flops", "r18c7", 4},
    FpEvent{"fp_arith_inst_retired.256b_packed_single", "r20c7", 8},
    FpEvent{"fp_arith_inst_retired.512b_packed_double", "r40c7", 8},
    FpEvent{"fp_arith_inst_retired.8_flops", "r60c7", 8},
    FpEvent{"fp_arith_inst_retired.512b_packed_single", "r80c7", 16},
    FpEvent{"fp_ret_sse_avx_ops.all", "rff03", 1},
};

// "cpu_core/fp_arith.../u" and "r2c7:u" name the same events as without.
std::string_view BareEvent(std::string_view event) {
  if (const size_t slash = event.find('/'); slash != std::string_view::npos) {
    event.remove_prefix(slash + 1);
    event = event.substr(0, event.find('/'));
  }
  return event.substr(0, event.find(':'));
}

const FpEvent* FindEvent(std::string_view event) {
  event = BareEvent(event);
  const bool short_raw = event.size() == 4 && event.front() == 'r';  // r2c7
  const std::string raw = short_raw ? fmt::format("r0{}", event.substr(1)) : std::string(event);
  const auto found = std::ranges::find_if(
      kEvents, [&](const FpEvent& known) { return known.name == event || known.raw == raw; });
  return found == kEvents.end() ? nullptr : &*found;
}

bool IsCounter(std::string_view field) {
  if (field.starts_with("<not ")) return true;
  return !field.empty() && field.find_first_not_of("0123456789.") == std::string_view::npos;
}

// A time stamp, CPU and number of CPUs may precede the counter.
std::optional<size_t> CounterColumn(const CsvRow& row) {
  for (size_t i = 0; i < 4 && i + 3 < row.fields.size(); ++i) {
    const std::string& event = row.fields[i + 2];
    if (IsCounter(row.fields[i]) && !event.empty() && !IsCounter(event) &&
        !IsCounter(row.fields[i + 1])) {
      return i;
    }
  }
  return std::nullopt;
}

// The first line that is no comment.
std::string_view FirstRow(std::string_view text) {
  while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r')) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

class PerfStatReader {
 public:
  PerfStatReader(const std::string& name, MeasuredRun& run) : name_(name), run_(run) {}

  absl::Status Add(const CsvRow& row) {
    if (row.fields[0].starts_with('#')) return absl::OkStatus();
    const std::optional<size_t> counter = CounterColumn(row);
    if (!counter) return absl::OkStatus();  // a metric of the event before
    const FpEvent* event = FindEvent(row.fields[*counter + 2]);
    if (event == nullptr) return absl::OkStatus();
    if (row.fields[*counter].starts_with('<')) {
      run_.warnings.push_back(fmt::format("{}:{}: {} was {}: the sum lacks it", name_, row.line,
                                          event->name, row.fields[*counter]));
      return absl::OkStatus();
    }
    ASSIGN_OR_RETURN(const double count, ParseAmount(row.fields[*counter], name_, row.line));
    flops_ += count * event->flops;
    ++events_;
    return absl::OkStatus();
  }

  double flops() const { return flops_; }
  int events() const { return events_; }

 private:
  const std::string& name_;
  MeasuredRun& run_;
  double flops_ = 0;
  int events_ = 0;
};

}  // namespace

bool LooksLikePerfStat(std::string_view head) {
  const std::string_view line = FirstRow(head);
  const auto rows = ParseCsv(line, SeparatorOf(line), "");
  return rows.ok() && rows->size() == 1 && CounterColumn(rows->front()).has_value();
}

absl::StatusOr<MeasuredRun> ReadPerfStat(std::string_view text, const std::string& name,
                                         const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const auto rows, ParseCsv(text, SeparatorOf(FirstRow(text)), name));
  MeasuredRun run{.format = "perf-stat", .file = name};
  PerfStatReader reader(name, run);
  for (const CsvRow& row : rows) RETURN_IF_ERROR(reader.Add(row));
  if (reader.events() == 0) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: perf stat counters, but none of floating-point operations; run "
                             "perf stat -x, -e fp_arith_inst_retired.scalar_single,"
                             "fp_arith_inst_retired.128b_packed_single,... (AMD: "
                             "fp_ret_sse_avx_ops.all)",
                             name));
  }
  run.flops = Flops(reader.flops() / InferencesOf(options, run));
  return run;
}

}  // namespace roofline
