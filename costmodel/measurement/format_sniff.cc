#include "costmodel/measurement/format_sniff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

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
constexpr std::array kForeign = {
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

absl::Status Refuse(const std::string& name, std::string_view what) {
  return Error(Reason::kInvalidArgument, fmt::format("{}: {}; {}", name, what, kReadable));
}

bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Up to the end of the line, blanks at both ends cut.
std::string_view FirstLine(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

absl::StatusOr<MeasurementFormat> RecognizeArray(std::string_view head, const std::string& name) {
  if (Has(head, "\"cat\"")) return MeasurementFormat::kOnnxRuntime;
  if (Has(head, "\"averageMs\"") || Has(head, "\"timeMs\"")) {
    return MeasurementFormat::kTensorRtProfile;
  }
  if (Has(head, "\"latencyMs\"") || Has(head, "\"startComputeMs\"")) {
    return MeasurementFormat::kTensorRtTimes;
  }
  if (Has(head, "\"ph\"")) return Refuse(name, "a trace, but not of ONNX Runtime");
  return Refuse(name, "a JSON list of something else");
}

absl::StatusOr<MeasurementFormat> RecognizeObject(std::string_view head, const std::string& name) {
  if (Has(head, "\"traceEvents\"")) {
    return Refuse(name, "a trace of another profiler (PyTorch, TensorFlow, Chrome)");
  }
  if (Has(head, "\"Layers\"")) return MeasurementFormat::kTensorRtLayerInfo;
  return MeasurementFormat::kJsonLines;
}

std::optional<MeasurementFormat> RecognizeTable(std::string_view head) {
  if (Has(head, "layerName;execStatus") || Has(head, "layer name;exec status")) {
    return MeasurementFormat::kOpenVino;
  }
  if (Has(head, "\"Kernel Name\"")) return MeasurementFormat::kNcu;
  if (Has(head, "NVPROF is profiling") || Has(head, "\"Time(%)\"") ||
      Has(head, "\"Invocations\",\"Metric Name\"")) {
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
  for (const Foreign& foreign : kForeign) {
    if (head.starts_with(foreign.magic)) return Refuse(name, foreign.what);
  }
  if (Has(head, std::string_view("\0", 1))) return Refuse(name, "binary data");
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  const size_t start = head.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return Refuse(name, "nothing but blanks");
  head.remove_prefix(start);
  if (head.front() == '[') return RecognizeArray(head, name);
  if (head.front() == '{') return RecognizeObject(head, name);
  if (const auto format = RecognizeTable(head)) return *format;
  return Refuse(name, fmt::format("begins with '{}'", Shown(FirstLine(head))));
}

}  // namespace roofline
