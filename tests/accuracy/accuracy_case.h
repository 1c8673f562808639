#ifndef ROOFLINE_TESTS_ACCURACY_ACCURACY_CASE_H_
#define ROOFLINE_TESTS_ACCURACY_ACCURACY_CASE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/bindings.h"
#include "costmodel/device/catalog.h"
#include "costmodel/efficiency/defaults.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/scenario.h"
#include "costmodel/units.h"

namespace roofline::accuracy {

using SkeletonPtr = std::shared_ptr<const Skeleton>;

// One published or recorded time and what has to be predicted for it.
struct Case {
  std::string set;     // the row of the table it belongs to
  std::string name;    // within the set, for people
  std::string family;  // models that are left out of a calibration together
  SkeletonPtr model;
  Bindings bindings;
  Scenario scenario;
  ProfilePtr device;
  Seconds measured;
};

// Cases in the order of their files.
using Cases = std::vector<Case>;

struct CasePrediction {
  Seconds floor;
  Seconds expected;
};

absl::StatusOr<CasePrediction> PredictCase(
    const Case& c, const std::shared_ptr<const EfficiencyDefaults>& efficiencies);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_ACCURACY_CASE_H_
