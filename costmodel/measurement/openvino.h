#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_OPENVINO_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_OPENVINO_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// benchmark_app -report_type detailed_counters (or average_counters): semicolons, one block of
// layers per infer request, ended by "Total". The blocks are the runs; benchmark_app reports
// requests after its own warm-up, so none is dropped. Layers that were optimised out are left out.
absl::StatusOr<MeasuredRun> ReadOpenVinoCounters(std::string_view text, const std::string& name);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_OPENVINO_H_
