#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_PROFILE_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_PROFILE_H_

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/text_stream.h"

namespace roofline {

// The JSON that SessionOptions.enable_profiling writes. A run is a "model_run" event; a tenth of
// the runs, one at least, is warm-up. The time of a node of a device provider is that of the
// device's kernels where they were recorded, else it is marked launch_only.
absl::StatusOr<MeasuredRun> ReadOnnxRuntimeProfile(TextStream& text);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_PROFILE_H_
