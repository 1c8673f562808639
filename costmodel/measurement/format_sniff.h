#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_FORMAT_SNIFF_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_FORMAT_SNIFF_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace roofline {

enum class MeasurementFormat {
  kOnnxRuntime,
  kTensorRtProfile,
  kTensorRtLayerInfo,
  kTensorRtTimes,
  kOpenVino,
  kPerfStat,
  kNvprof,
  kNcu,
  kJsonLines,
  kNumbers,
  kCsv,
};

// What a file is by its beginning (64 KiB are plenty). kInvalidMeasurement says what a file is that
// we know but cannot read, and what we can.
absl::StatusOr<MeasurementFormat> RecognizeFormat(std::string_view head, const std::string& name);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_FORMAT_SNIFF_H_
