#ifndef ROOFLINE_CLIENT_RENDER_CALIBRATION_TEXT_H_
#define ROOFLINE_CLIENT_RENDER_CALIBRATION_TEXT_H_

#include <string>
#include <vector>

#include "costmodel/calibration/errors.h"
#include "costmodel/calibration/fit.h"
#include "costmodel/device/profile.h"
#include "costmodel/efficiency/efficiency_model.h"

namespace roofline {

// What a calibration found, for people: efficiencies before and after by class, effective memory
// bandwidth, overheads, the error over the runs as predicted, fitted, and for models left out, and
// the runs furthest off.
std::string CalibrationText(const DeviceProfile& device,
                            const std::vector<CalibrationSample>& samples,
                            const CalibrationFit& fit, const CalibrationErrors& errors,
                            const EfficiencyModel& model);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_CALIBRATION_TEXT_H_
