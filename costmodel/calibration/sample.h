#ifndef ROOFLINE_COSTMODEL_CALIBRATION_SAMPLE_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_SAMPLE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/efficiency/efficiency_class.h"
#include "costmodel/measurement/evaluate.h"
#include "costmodel/prediction/device_prediction.h"
#include "costmodel/prediction/report.h"
#include "costmodel/prediction/workload.h"

namespace roofline {

// What the kernels of one efficiency class take in a sample, at the efficiencies the device has
// now and without their overheads.
struct ClassTime {
  EfficiencyClasses classes;  // the class itself first, then those whose efficiency may stand in
  Seconds time;
  int64_t kernels = 0;  // as often as they run
  Seconds extra;        // what the device has now as extra of all of them
};

// A measured time and the predicted parts it is made of. Calibration scales the parts until their
// sums come close to what was measured.
struct CalibrationSample {
  std::string name;
  bool whole = false;   // an inference from end to end, not a part of it
  std::string network;  // samples of one network count together, however many there are
  std::string family;   // networks built of the same blocks
  Seconds measured;
  std::map<std::string_view, ClassTime> classes;  // by the name of the class
  Seconds kernel_overhead;                        // starts of all kernels, without extras
  Seconds inference_overhead;
  Seconds host_transfer;
  Seconds dispatch;  // by the host of all operators while kernels run; zero under fusion
  int64_t profiled_kernels = 0;  // measured with a cost of its own for each kernel
  double weight = 1;             // against a whole inference of a network seen once
};

// One whole inference.
CalibrationSample LatencySample(const Workload& workload, const DevicePrediction& prediction,
                                Seconds measured);

// The kernels of a profile, summed by class: one sample for each class whose share of the time is
// worth it, weighted by that share.
std::vector<CalibrationSample> ProfileSamples(const Workload& workload,
                                              const DevicePrediction& prediction,
                                              const RunEvaluation& evaluation,
                                              const MeasuredRun& run);

// Both of a run, as far as it has them: a latency, or kernels to be summed in its place.
std::vector<CalibrationSample> SamplesOfRun(const Report& report, const MeasuredRun& run);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_SAMPLE_H_
