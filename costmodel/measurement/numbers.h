#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_NUMBERS_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_NUMBERS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// One time with its unit ("2.41957ms") per line, each the latency of one run; with several the
// first are warm-up, see WarmupRuns.
absl::StatusOr<MeasuredRun> ReadNumbers(std::string_view text, const std::string& name);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_NUMBERS_H_
