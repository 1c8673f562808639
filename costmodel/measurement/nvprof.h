#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_NVPROF_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_NVPROF_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline {

// nvprof --csv: the summary of GPU activities, or --metrics with flop_count_sp, _dp, _hp and dram
// bytes (invocations times average). Totals of the process, divided by options.inferences; kernels
// carry the name of the CUDA function, copies between host and device are marked inserted.
absl::StatusOr<MeasuredRun> ReadNvprof(std::string_view text, const std::string& name,
                                       const ReadMeasuredOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_NVPROF_H_
