#include "client/commands/calibration_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "costmodel/ascii.h"
#include "costmodel/device/quantity_text.h"
#include "costmodel/error.h"
#include "costmodel/measurement/csv.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline {
namespace {

constexpr std::array<std::string_view, 9> kRunColumns = {
    "model", "measured", "batch", "dims", "threads", "precision", "fusion", "network", "family"};

// A time with its unit, or else the file it names, from `folder`.
absl::StatusOr<MeasuredRun> ReadTimeOrFile(const std::string& text,
                                           const std::filesystem::path& folder = {}) {
  const absl::StatusOr<Seconds> time = ParseSeconds(text);
  const std::string path = (folder / text).string();
  std::error_code error;
  if (!time.ok() && IsDigit(text.front()) && !std::filesystem::exists(path, error))
    return Annotate(time.status(), "neither a file nor a time");
  if (!time.ok()) return ReadMeasured(path);
  MeasuredRun run{.format = "latency", .file = text};
  run.latency_median = *time;
  return run;
}

CalibrationRun RunOf(const CalibrationRunArguments& arguments, std::string model) {
  CalibrationRun run{.what = arguments.what};
  run.network = std::filesystem::path(model).stem().string();
  run.family = run.network;
  run.name = run.network;
  run.what.model.model = std::move(model);
  return run;
}

absl::StatusOr<CalibrationRun> ReadPair(const CalibrationRunArguments& arguments,
                                        const std::string& text, size_t equals) {
  if (equals + 1 == text.size()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--measured {}: expected a file or a time behind '='", text));
  }
  if (equals == 0) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--measured {}: expected a model in front of '='", text));
  }
  CalibrationRun run = RunOf(arguments, text.substr(0, equals));
  ASSIGN_OR_RETURN(run.measured, ReadTimeOrFile(text.substr(equals + 1)));
  return run;
}

// The rows of a CSV file of runs.
class RunList {
 public:
  RunList(const CalibrationRunArguments& arguments, const std::string& path)
      : arguments_(arguments), path_(path), folder_(std::filesystem::path(path).parent_path()) {}

  absl::Status ReadHeader(const CsvRow& header) {
    for (const std::string& title : header.fields) {
      bool known = false;
      for (const std::string_view column : kRunColumns) known = known || title == column;
      if (!known) {
        return Refuse(header, fmt::format("unknown column '{}'; there are {}", title,
                                          fmt::join(kRunColumns, ", ")));
      }
    }
    header_ = header;
    for (const std::string_view needed : {"model", "measured"}) {
      if (!FindColumn(header, needed)) return Refuse(header, fmt::format("no column '{}'", needed));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<CalibrationRun> ReadRow(const CsvRow& row) const {
    const std::string_view model = Field(row, "model");
    const std::string measured(Field(row, "measured"));
    if (model.empty() || measured.empty()) return Refuse(row, "expected a model and a measurement");
    CalibrationRun run = RunOf(arguments_, (folder_ / model).string());
    ASSIGN_OR_RETURN(run.measured, ReadTimeOrFile(measured, folder_));
    RETURN_IF_ERROR(ReadSettings(row, run.what));
    if (const auto network = Field(row, "network"); !network.empty())
      run.network = run.family = network;
    if (const auto family = Field(row, "family"); !family.empty()) run.family = family;
    run.name = fmt::format("{}:{} {}", path_, row.line, run.network);
    return run;
  }

 private:
  std::string_view Field(const CsvRow& row, std::string_view title) const {
    return row.Field(FindColumn(header_, title));
  }

  absl::Status Refuse(const CsvRow& row, std::string_view problem) const {
    return Error(Reason::kInvalidArgument, fmt::format("{}:{}: {}", path_, row.line, problem));
  }

  absl::StatusOr<std::optional<int64_t>> Number(const CsvRow& row, std::string_view title) const {
    const std::string_view text = Field(row, title);
    if (text.empty()) return std::nullopt;
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number > 0) return number;
    return Refuse(row, fmt::format("{} is '{}', expected a whole number from 1", title, text));
  }

  absl::Status ReadSettings(const CsvRow& row, PredictArguments& what) const {
    ASSIGN_OR_RETURN(const std::optional<int64_t> batch, Number(row, "batch"));
    if (batch) what.model.batch = batch;
    ASSIGN_OR_RETURN(const std::optional<int64_t> threads, Number(row, "threads"));
    if (threads) what.scenario.set_threads(*threads);
    if (const std::string_view text = Field(row, "precision"); !text.empty())
      what.scenario.set_precision(std::string(text));
    if (const std::string_view text = Field(row, "dims"); !text.empty()) {
      for (const std::string_view dim : Split(text, ';')) what.model.dims.emplace_back(dim);
    }
    const std::string_view fusion = Field(row, "fusion");
    if (fusion.empty()) return absl::OkStatus();
    if (fusion != "none" && fusion != "runtime")
      return Refuse(row, fmt::format("fusion is '{}', expected none or runtime", fusion));
    what.scenario.set_fusion(fusion == "none" ? v1::FUSION_NONE : v1::FUSION_RUNTIME);
    return absl::OkStatus();
  }

  const CalibrationRunArguments& arguments_;
  std::string path_;
  std::filesystem::path folder_;
  CsvRow header_;
};

absl::Status ReadList(const CalibrationRunArguments& arguments, const std::string& path,
                      std::vector<CalibrationRun>& runs) {
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open() || std::filesystem::is_directory(path)) {
    return Error(Reason::kFileNotFound,
                 fmt::format("{}: not there, or cannot be read; --measured takes MODEL=PROFILE, "
                             "MODEL=TIME or a CSV file of runs",
                             path));
  }
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const char separator = SeparatorOf(std::string_view(text).substr(0, text.find('\n')));
  ASSIGN_OR_RETURN(const std::vector<CsvRow> rows, ParseCsv(text, separator, path));
  RunList list(arguments, path);
  if (rows.size() < 2) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{}: expected a header (model,measured,...) and a run a line", path));
  }
  RETURN_IF_ERROR(list.ReadHeader(rows.front()));
  for (size_t i = 1; i < rows.size(); ++i) {
    ASSIGN_OR_RETURN(CalibrationRun run, list.ReadRow(rows[i]));
    runs.push_back(std::move(run));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<CalibrationRun>> ReadCalibrationRuns(
    const CalibrationRunArguments& arguments) {
  std::vector<CalibrationRun> runs;
  for (const std::string& text : arguments.measured) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) {
      RETURN_IF_ERROR(ReadList(arguments, text, runs));
      continue;
    }
    ASSIGN_OR_RETURN(CalibrationRun run, ReadPair(arguments, text, equals));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace roofline
