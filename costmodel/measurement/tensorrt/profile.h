#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_TENSORRT_PROFILE_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_TENSORRT_PROFILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// trtexec --exportProfile: {"count": N}, then averageMs per layer and, since 8.5, medianMs. An
// older file has averages only and says so in a warning. trtexec warms up before it profiles.
absl::StatusOr<MeasuredRun> ReadTensorRtProfile(std::string_view text, const std::string& name);

// trtexec --exportTimes: a record per inference after warm-up; the latency is the time of the
// device, copies of inputs and outputs excluded.
absl::StatusOr<MeasuredRun> ReadTensorRtTimes(std::string_view text, const std::string& name);

// trtexec --exportLayerInfo: layer types, shapes, tactics and, since 8.6, the model nodes of each
// layer, put into `run`. The plain layout, a list of names, has nothing to add. kInvalidMeasurement
// when none of the layers is in the run.
absl::Status AddTensorRtLayerInfo(std::string_view text, const std::string& name, MeasuredRun& run);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_TENSORRT_PROFILE_H_
