#ifndef ROOFLINE_COSTMODEL_CALIBRATION_CROSS_VALIDATION_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_CROSS_VALIDATION_H_

#include <cstdint>
#include <vector>

#include "costmodel/calibration/fit.h"

namespace roofline {

enum class LeftOut : uint8_t { kNetwork, kFamily };

// For each sample what a fit to the others makes of it; the others are those of other networks, or
// of other families. Where there are no others: what was predicted without any calibration.
std::vector<Seconds> PredictLeftOut(const std::vector<CalibrationSample>& samples, LeftOut what);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_CROSS_VALIDATION_H_
