#include "costmodel/measurement/read_measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/measurement/format_sniff.h"
#include "costmodel/measurement/json_lines.h"
#include "costmodel/measurement/ncu.h"
#include "costmodel/measurement/numbers.h"
#include "costmodel/measurement/nvprof.h"
#include "costmodel/measurement/onnxruntime/profile.h"
#include "costmodel/measurement/openvino.h"
#include "costmodel/measurement/perf_stat.h"
#include "costmodel/measurement/plain_csv.h"
#include "costmodel/measurement/tensorrt/profile.h"
#include "costmodel/measurement/text_stream.h"
#include "costmodel/utf8.h"

namespace roofline {
namespace {

absl::StatusOr<MeasuredRun> ReadWhole(MeasurementFormat format, TextStream& stream,
                                      const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const std::string text, stream.ReadAll());
  const std::string_view bytes =
      std::string_view(text).substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
  const std::string& name = stream.name();
  if (!IsUtf8(bytes)) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: not UTF-8 text; save it in that encoding", name));
  }
  switch (format) {
    case MeasurementFormat::kTensorRtProfile:
      return ReadTensorRtProfile(bytes, name);
    case MeasurementFormat::kTensorRtTimes:
      return ReadTensorRtTimes(bytes, name);
    case MeasurementFormat::kOpenVino:
      return ReadOpenVinoCounters(bytes, name);
    case MeasurementFormat::kPerfStat:
      return ReadPerfStat(bytes, name, options);
    case MeasurementFormat::kNvprof:
      return ReadNvprof(bytes, name, options);
    case MeasurementFormat::kNcu:
      return ReadNcu(bytes, name, options);
    case MeasurementFormat::kJsonLines:
      return ReadJsonLines(bytes, name);
    case MeasurementFormat::kNumbers:
      return ReadNumbers(bytes, name);
    case MeasurementFormat::kCsv:
      return ReadPlainCsv(bytes, name);
    case MeasurementFormat::kTensorRtLayerInfo:
      return Error(Reason::kInvalidMeasurement,
                   fmt::format("{}: TensorRT layer information has no times; give the "
                               "--exportProfile of the same engine with it",
                               name));
    case MeasurementFormat::kOnnxRuntime:
      break;
  }
  return Error(Reason::kInternal, fmt::format("{}: no reader", name));
}

absl::StatusOr<MeasuredRun> ReadStream(TextStream& stream, const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const MeasurementFormat format, RecognizeFormat(stream.Head(), stream.name()));
  if (format == MeasurementFormat::kOnnxRuntime) return ReadOnnxRuntimeProfile(stream);
  return ReadWhole(format, stream, options);
}

// What `other` knows and `run` does not.
absl::Status Complete(MeasuredRun& run, MeasuredRun other) {
  if (run.kernels.empty()) {
    run.kernels = std::move(other.kernels);
  } else if (!other.kernels.empty()) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{} and {} both have times per kernel; expected one such file",
                             run.file, other.file));
  }
  if (other.latency_median) {
    // A latency measured apart from the kernels does not contain the cost of profiling them.
    run.latency_median = other.latency_median;
    run.latency_minimum = other.latency_minimum;
    run.latency_relative_spread = other.latency_relative_spread;
  }
  if (!run.flops) run.flops = other.flops;
  if (run.runs == 0) run.runs = other.runs;
  run.profiled |= other.profiled;
  std::ranges::move(other.warnings, std::back_inserter(run.warnings));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MeasuredRun> ReadMeasured(const std::string& path,
                                         const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const std::unique_ptr<TextStream> stream, TextStream::Open(path));
  return ReadStream(*stream, options);
}

absl::StatusOr<MeasuredRun> ReadMeasuredBytes(std::string_view bytes, const std::string& name,
                                              const ReadMeasuredOptions& options) {
  ASSIGN_OR_RETURN(const std::unique_ptr<TextStream> stream, TextStream::FromBytes(bytes, name));
  return ReadStream(*stream, options);
}

absl::StatusOr<MeasuredRun> ReadMeasuredFiles(const std::vector<std::string>& paths,
                                              const ReadMeasuredOptions& options) {
  std::optional<MeasuredRun> run;
  std::vector<std::unique_ptr<TextStream>> layer_infos;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(std::unique_ptr<TextStream> stream, TextStream::Open(path));
    ASSIGN_OR_RETURN(const MeasurementFormat format, RecognizeFormat(stream->Head(), path));
    if (format == MeasurementFormat::kTensorRtLayerInfo && paths.size() > 1) {
      layer_infos.push_back(std::move(stream));
      continue;
    }
    ASSIGN_OR_RETURN(MeasuredRun part, ReadStream(*stream, options));
    if (run) {
      RETURN_IF_ERROR(Complete(*run, std::move(part)));
    } else {
      run = std::move(part);
    }
  }
  if (!run) {
    return Error(Reason::kInvalidMeasurement,
                 "no file with measured times among those given; expected one at least");
  }
  for (const auto& stream : layer_infos) {
    ASSIGN_OR_RETURN(const std::string text, stream->ReadAll());
    RETURN_IF_ERROR(AddTensorRtLayerInfo(text, stream->name(), *run));
  }
  return *std::move(run);
}

}  // namespace roofline
