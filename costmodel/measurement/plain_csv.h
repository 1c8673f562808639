#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_PLAIN_CSV_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_PLAIN_CSV_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// A header, then a row per layer: a column named layer, name, node or kernel, and one of times with
// its unit in the title (latency_us, "time (ms)", median_ms; min_... too). Optional: op, provider,
// calls, and run, which numbers the inferences of a long table (the first are warm-up, see
// WarmupRuns). A row named total is the latency end to end.
absl::StatusOr<MeasuredRun> ReadPlainCsv(std::string_view text, const std::string& name);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_PLAIN_CSV_H_
