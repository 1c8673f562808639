#ifndef ROOFLINE_TESTS_ACCURACY_ACCURACY_CASE_H_
#define ROOFLINE_TESTS_ACCURACY_ACCURACY_CASE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/bindings.h"
#include "costmodel/calibration/sample.h"
#include "costmodel/device/catalog.h"
#include "costmodel/efficiency/defaults.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/scenario.h"
#include "costmodel/units.h"

namespace roofline::accuracy {

using SkeletonPtr = std::shared_ptr<const Skeleton>;

// One published or recorded time and what has to be predicted for it.
struct Case {
  std::string set;      // the row of the table it belongs to
  std::string name;     // within the set, for people
  std::string network;  // batches and sizes of one network go by one name
  std::string family;   // networks that are left out of a calibration together
  std::string scope;    // cases that are calibrated together; empty: none of it
  SkeletonPtr model;
  Bindings bindings;
  Scenario scenario;
  ProfilePtr device;
  Seconds measured;
  bool kernel_only = false;  // the time of the kernels alone, not of a whole inference
  std::string profile;       // file of the same run's kernels; may be empty
};

// Cases in the order of their files.
using Cases = std::vector<Case>;

struct CasePrediction {
  Seconds floor;
  Seconds expected;
  // For a calibration: the whole inference first, then the kernels of the profile by class.
  std::vector<CalibrationSample> samples;
};

absl::StatusOr<CasePrediction> PredictCase(
    const Case& c, const std::shared_ptr<const EfficiencyDefaults>& efficiencies);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_ACCURACY_CASE_H_
