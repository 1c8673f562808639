#include "costmodel/measurement/format_sniff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "costmodel/ascii.h"
#include "costmodel/device/quantity_text.h"
#include "costmodel/error.h"
#include "costmodel/measurement/perf_stat.h"
#include "costmodel/measurement/text_check.h"

namespace roofline {
namespace {

constexpr std::string_view kReadable =
    "expected an ONNX Runtime profile, a TensorRT --exportProfile, OpenVINO counters, perf stat "
    "-x, output, nvprof or ncu CSV, a CSV with a unit in its header (layer,latency_us), JSON lines "
    "or a time like 2.4ms";

struct Foreign {
  std::string_view magic;
  std::string_view what;
};
constexpr std::array kForeignFiles = {
    Foreign{"PK\x03\x04", "a zip archive: unpack it"},
    Foreign{"\x28\xb5\x2f\xfd", "zstd data: decompress it"},
    Foreign{"\xfd"
            "7zXZ",
            "xz data: decompress it"},
    Foreign{"SQLite format 3", "an SQLite database (nsys?): export it as CSV"},
    Foreign{"NVR", "an Nsight Compute report: print it with ncu --import FILE --csv"},
    Foreign{"PERFILE2", "perf record data: use perf stat -x,"},
    Foreign{"version https://git-lfs", "a Git LFS pointer: run git lfs pull"},
    Foreign{"<", "HTML or XML"},
};

absl::Status RefuseFile(const std::string& name, std::string_view what) {
  return Error(Reason::kInvalidMeasurement, fmt::format("{}: {}; {}", name, what, kReadable));
}

// Up to the end of the line, blanks at both ends cut.
std::string_view FirstLine(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

absl::StatusOr<MeasurementFormat> RecognizeArray(std::string_view head, const std::string& name) {
  if (Contains(head, "\"cat\"")) return MeasurementFormat::kOnnxRuntime;
  if (Contains(head, "\"averageMs\"") || Contains(head, "\"timeMs\"")) {
    return MeasurementFormat::kTensorRtProfile;
  }
  if (Contains(head, "\"latencyMs\"") || Contains(head, "\"startComputeMs\"")) {
    return MeasurementFormat::kTensorRtTimes;
  }
  if (Contains(head, "\"ph\"")) return RefuseFile(name, "a trace, but not of ONNX Runtime");
  return RefuseFile(name, "a JSON list of something else");
}

absl::StatusOr<MeasurementFormat> RecognizeObject(std::string_view head, const std::string& name) {
  if (Contains(head, "\"traceEvents\"")) {
    return RefuseFile(name, "a trace of another profiler (PyTorch, TensorFlow, Chrome)");
  }
  if (Contains(head, "\"Layers\"")) return MeasurementFormat::kTensorRtLayerInfo;
  return MeasurementFormat::kJsonLines;
}

std::optional<MeasurementFormat> RecognizeTable(std::string_view head) {
  if (Contains(head, "layerName;execStatus") || Contains(head, "layer name;exec status")) {
    return MeasurementFormat::kOpenVino;
  }
  if (Contains(head, "\"Kernel Name\"")) return MeasurementFormat::kNcu;
  if (Contains(head, "NVPROF is profiling") || Contains(head, "\"Time(%)\"") ||
      Contains(head, "\"Invocations\",\"Metric Name\"")) {
    return MeasurementFormat::kNvprof;
  }
  if (LooksLikePerfStat(head)) return MeasurementFormat::kPerfStat;
  const std::string_view line = FirstLine(head);
  if (ParseSeconds(line).ok()) return MeasurementFormat::kNumbers;
  if (line.find_first_of(",;\t") != std::string_view::npos) return MeasurementFormat::kCsv;
  return std::nullopt;
}

}  // namespace

absl::StatusOr<MeasurementFormat> RecognizeFormat(std::string_view head, const std::string& name) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  for (const Foreign& foreign : kForeignFiles) {
    if (head.starts_with(foreign.magic)) return RefuseFile(name, foreign.what);
  }
  if (Contains(head, std::string_view("\0", 1))) return RefuseFile(name, "binary data");
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  const size_t start = head.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return RefuseFile(name, "nothing but blanks");
  head.remove_prefix(start);
  if (head.front() == '[') return RecognizeArray(head, name);
  if (head.front() == '{') return RecognizeObject(head, name);
  if (const auto format = RecognizeTable(head)) return *format;
  return RefuseFile(name, fmt::format("begins with '{}'", Shown(FirstLine(head))));
}

}  // namespace roofline
