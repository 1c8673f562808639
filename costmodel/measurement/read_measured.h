#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_READ_MEASURED_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_READ_MEASURED_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

struct ReadMeasuredOptions {
  // Inferences behind figures that are totals of a whole process (perf stat, nvprof, ncu). 0: not
  // known; they are then taken for one inference, with a warning.
  int64_t inferences = 0;
};

// Reads what a runtime or a profiler wrote; the format is recognised by content, gzip included:
// ONNX Runtime profile, TensorRT --exportProfile, OpenVINO counters, perf stat -x, nvprof and ncu
// CSV, CSV with units in the header, JSON lines, numbers with a unit. Big profiles are streamed.
// Errors name the file, the place and what was expected: kFileNotFound, kIoError,
// kInvalidMeasurement, kLimitExceeded.
absl::StatusOr<MeasuredRun> ReadMeasured(const std::string& path,
                                         const ReadMeasuredOptions& options = {});

// The same from memory; `name` is what errors call it.
absl::StatusOr<MeasuredRun> ReadMeasuredBytes(std::string_view bytes, const std::string& name,
                                              const ReadMeasuredOptions& options = {});

// Several files of one and the same run: a TensorRT profile with its layer information, or kernel
// times with a latency or counters that lack in the first.
absl::StatusOr<MeasuredRun> ReadMeasuredFiles(const std::vector<std::string>& paths,
                                              const ReadMeasuredOptions& options = {});

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_READ_MEASURED_H_
