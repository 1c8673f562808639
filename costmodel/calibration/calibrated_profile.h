#ifndef ROOFLINE_COSTMODEL_CALIBRATION_CALIBRATED_PROFILE_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_CALIBRATED_PROFILE_H_

#include <string>

#include "costmodel/calibration/fit.h"
#include "costmodel/efficiency/efficiency_model.h"

namespace roofline {

// What a calibrated profile says about itself.
struct CalibratedName {
  std::string id;       // of the new profile
  std::string extends;  // id or path of the one that was calibrated
  std::string source;   // one line: what was measured, and how well it fits
};

// A profile in YAML that extends the one calibrated: efficiencies of every class, also of those
// that were not seen, and the overheads, with basis `calibrated`, counts of networks, and a spread
// that holds about 80 % of what was seen. It predicts what the fit predicts, but for copies
// into other layouts: a fit counts those as starts of kernels, a profile as data movement. `model`
// is of the profile and defaults that the samples were predicted with.
std::string CalibratedProfileYaml(const CalibratedName& name, const CalibrationFit& fit,
                                  const EfficiencyModel& model);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_CALIBRATED_PROFILE_H_
