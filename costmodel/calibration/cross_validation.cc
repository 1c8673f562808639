#include "costmodel/calibration/cross_validation.h"

#include <map>
#include <string>

namespace roofline {

std::vector<Seconds> PredictLeftOut(const std::vector<CalibrationSample>& samples, LeftOut what) {
  const auto group =
      what == LeftOut::kNetwork ? &CalibrationSample::network : &CalibrationSample::family;
  std::map<std::string, CalibrationFit> fits;
  std::vector<Seconds> predicted;
  predicted.reserve(samples.size());
  for (const CalibrationSample& sample : samples) {
    const auto [fit, added] = fits.try_emplace(sample.*group);
    if (added) {
      std::vector<CalibrationSample> others;
      for (const CalibrationSample& other : samples) {
        if (other.*group != sample.*group) others.push_back(other);
      }
      fit->second = FitCalibration(others);
    }
    predicted.push_back(fit->second.Predict(sample));
  }
  return predicted;
}

}  // namespace roofline
