#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_JSON_LINES_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_JSON_LINES_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// One run per line: {"latency_ms": 2.4, "warmup": false, "layers": [{"name": "conv1", "time_us":
// 12.5, "op": "Conv"}, ...]}, all of it optional but one time. Runs marked warmup are dropped, else
// as many of the first as WarmupRuns says.
absl::StatusOr<MeasuredRun> ReadJsonLines(std::string_view text, const std::string& name);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_JSON_LINES_H_
