#include "costmodel/calibration/errors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costmodel/calibration/cross_validation.h"

namespace roofline {
namespace {

ErrorSummary Summarize(std::vector<double> errors) {
  if (errors.empty()) return {};
  std::sort(errors.begin(), errors.end());
  const size_t middle = errors.size() / 2;
  const double median =
      errors.size() % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2;
  const double sum = std::accumulate(errors.begin(), errors.end(), 0.0);
  return {sum / static_cast<double>(errors.size()), median};
}

}  // namespace

CalibrationErrors ErrorsOf(const std::vector<CalibrationSample>& samples,
                           const CalibrationFit& fit) {
  CalibrationErrors errors;
  const bool any_whole =
      std::any_of(samples.begin(), samples.end(), [](const auto& sample) { return sample.whole; });
  const std::vector<Seconds> left_out = PredictLeftOut(samples, LeftOut::kNetwork);
  const CalibrationFit none;
  std::vector<double> predicted;
  std::vector<double> calibrated;
  std::vector<double> without;
  for (size_t i = 0; i < samples.size(); ++i) {
    const CalibrationSample& sample = samples[i];
    if (sample.whole != any_whole || sample.measured <= Seconds(0)) continue;
    const auto off = [&](Seconds time) { return std::abs(time / sample.measured - 1); };
    errors.samples.push_back(i);
    errors.left_out_times.push_back(left_out[i]);
    predicted.push_back(off(none.Predict(sample)));
    calibrated.push_back(off(fit.Predict(sample)));
    without.push_back(off(left_out[i]));
  }
  errors.predicted = Summarize(std::move(predicted));
  errors.calibrated = Summarize(std::move(calibrated));
  errors.left_out = Summarize(std::move(without));
  return errors;
}

}  // namespace roofline
