#ifndef ROOFLINE_COSTMODEL_CALIBRATION_ERRORS_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_ERRORS_H_

#include <vector>

#include "costmodel/calibration/fit.h"

namespace roofline {

// Of |predicted - measured| / measured.
struct ErrorSummary {
  double mean = 0;
  double median = 0;
};

// How far predictions of samples are off. Whole inferences count; where no run has one, the parts.
struct CalibrationErrors {
  std::vector<size_t> samples;          // those that count
  std::vector<Seconds> left_out_times;  // parallel to `samples`: by a fit without their network
  ErrorSummary predicted;               // before calibration
  ErrorSummary calibrated;              // by the fit to all samples
  ErrorSummary left_out;
};

CalibrationErrors ErrorsOf(const std::vector<CalibrationSample>& samples,
                           const CalibrationFit& fit);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_ERRORS_H_
