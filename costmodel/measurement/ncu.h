#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_NCU_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_NCU_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline {

// ncu --csv, one row per metric or (--page raw) one per launch: gpu__time_duration.sum with its
// unit, dram__bytes*.sum, and FLOPs from the executed fadd, fmul and ffma instructions (an ffma is
// two). Launches of one CUDA function are one kernel. Totals of the process, divided by
// options.inferences.
absl::StatusOr<MeasuredRun> ReadNcu(std::string_view text, const std::string& name,
                                    const ReadMeasuredOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_NCU_H_
