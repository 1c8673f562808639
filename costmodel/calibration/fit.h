#ifndef ROOFLINE_COSTMODEL_CALIBRATION_FIT_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_FIT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/calibration/sample.h"

namespace roofline {

// What the samples say about one class.
struct ClassFit {
  EfficiencyClasses classes;
  double factor = 1;  // measured / predicted time: efficiencies are to be divided by it
  // Standard deviation of log(factor), and of the samples around the fit.
  double spread = 0;
  int64_t networks = 0;  // with kernels of the class
  // Added to each kernel besides what the device has now, where the samples show it: what small
  // kernels take and large ones do not notice.
  Seconds extra;
};

// Factors on the times of each class and on the overheads.
struct CalibrationFit {
  std::map<std::string_view, ClassFit> classes;
  double kernel_overhead = 1;
  double inference_overhead = 1;
  double host_transfer = 1;
  // Of what a host takes to hand operators over. 0 once fitted: the starts of kernels hold it,
  // which came closer to runs that were left out than two terms of which only the longer shows.
  double dispatch = 1;
  // Where kernels were profiled: what taking the time of one costs, and how much slower they run.
  Seconds profiling;
  double profiled = 1;
  double residual = 0;  // root mean square of log(fitted / measured), by weight

  // A class that was seen, or what all classes of its kind have in common for one that was not.
  ClassFit Of(std::string_view name) const;

  // What the fit makes of a sample.
  Seconds Predict(const CalibrationSample& sample) const;

  ClassFit contractions;  // in common to classes that multiply
  ClassFit movements;     // in common to all others
};

// Least squares of log(fitted / measured), each factor held near 1 by how far such factors were
// seen to stray: a class that few samples speak of moves little. One far outlier among the factors,
// and single samples far off, do not pull at the others. Deterministic. Samples with a measured
// time of zero do not count.
CalibrationFit FitCalibration(const std::vector<CalibrationSample>& samples);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_FIT_H_
