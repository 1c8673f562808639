#ifndef ROOFLINE_SERVER_CONVERT_MEASURED_RUN_H_
#define ROOFLINE_SERVER_CONVERT_MEASURED_RUN_H_

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"
#include "roofline/v1/measured_run.pb.h"

namespace roofline {

v1::MeasuredRun MeasuredRunToProto(const MeasuredRun& run);

// kInvalidArgument for a time that is negative or no number, and for a run without any time.
absl::StatusOr<MeasuredRun> MeasuredRunFromProto(const v1::MeasuredRun& proto);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_MEASURED_RUN_H_
