#ifndef ROOFLINE_COSTMODEL_PREDICTION_SWEEP_H_
#define ROOFLINE_COSTMODEL_PREDICTION_SWEEP_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "costmodel/prediction/report.h"

namespace roofline {

// One dimension that a sweep varies: "batch" is the leading dimension of every input (as
// Bindings::batch), any other name a symbolic dimension.
struct SweepAxis {
  std::string name;
  std::vector<int64_t> values;
};

// What one device comes to at one point.
struct SweepTime {
  WorkTime kernels;
  Interval expected;
  Bound bound = Bound::kNone;
  std::optional<bool> fits;
};

struct SweepPoint {
  std::vector<int64_t> values;   // parallel to the axes
  std::vector<SweepTime> times;  // parallel to PredictOptions::devices
};

// Predicts at every combination of the axes' values, the last axis fastest, and hands each point to
// `visit` as it is done; the model is read once. Stops at the first error of a point or of `visit`;
// an error of a point names it. kInvalidArgument for no axis, an empty one, or one twice;
// kLimitExceeded for more than ModelLimits::max_sweep_points points.
absl::Status Sweep(std::string_view skeleton, const PredictOptions& options,
                   const std::vector<SweepAxis>& axes,
                   const std::function<absl::Status(const SweepPoint&)>& visit);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_SWEEP_H_
