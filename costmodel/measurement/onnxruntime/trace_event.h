#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_TRACE_EVENT_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_TRACE_EVENT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/measurement/text_stream.h"

namespace roofline {

// One event of an ONNX Runtime profile, which is a list in Chrome's trace format.
struct TraceEvent {
  std::string category;  // "Session", "Node", "Kernel", "Api"
  std::string name;      // "conv1_kernel_time", "model_run", ...
  int64_t start_us = 0;  // since profiling began
  int64_t duration_us = 0;
  int64_t thread = 0;
  std::string op;
  std::string provider;
  std::string node_index;
  std::vector<std::vector<int64_t>> input_shapes;
  std::vector<std::vector<int64_t>> output_shapes;
};

struct TraceEnd {
  int64_t events = 0;
  bool truncated = false;  // ended in the middle; what came before was delivered
};

// Calls `take` for every event, in the order of the file, keeping none. A file that just ends is
// not an error. kInvalidMeasurement for anything but a list of events, and whatever `take` returns.
absl::StatusOr<TraceEnd> ParseTrace(TextStream& text,
                                    const std::function<absl::Status(const TraceEvent&)>& take);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_TRACE_EVENT_H_
