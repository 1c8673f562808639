#ifndef ROOFLINE_COSTMODEL_PREDICTION_REPORT_H_
#define ROOFLINE_COSTMODEL_PREDICTION_REPORT_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/bindings.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/footprint.h"
#include "costmodel/convention/convention.h"
#include "costmodel/device/catalog.h"
#include "costmodel/limits.h"
#include "costmodel/prediction/timing.h"

namespace roofline {

struct PredictOptions {
  Bindings bindings;
  IfPolicy if_policy = IfPolicy::kMax;
  std::map<std::string, int64_t> loop_trips;  // see InferOptions
  bool strict = false;                        // work that is unknown is an error, kUnknownOperator
  std::string convention = "flops";
  std::vector<ProfilePtr> devices;
  std::optional<Seconds> measured_latency;  // of one whole inference
  ModelLimits limits;
  std::function<bool()> cancelled = [] { return false; };
};

// A model on one device. Times are of the work itself, whatever the convention.
struct DevicePrediction {
  ProfilePtr profile;
  std::vector<WorkTime> layers;  // parallel to Report::layers, all executions together
  WorkTime total;                // sum over the layers
  Bound bound = Bound::kNone;    // of the sums
  std::vector<UsedRate> rates;
  std::optional<FlopsPerByte> ridge_point;  // of the type most MACs are in
  std::optional<double> efficiency;         // floor / measured latency; may exceed 1
  std::vector<std::string> warnings;
};

// Everything one prediction says.
struct Report {
  std::unique_ptr<Model> model;  // on the heap: layers point into it
  std::unique_ptr<ShapedModel> shaped;
  std::string digest;  // of the skeleton, hex
  std::string convention;
  std::vector<Layer> layers;             // in execution order
  std::vector<ConventionCounts> counts;  // parallel to `layers`, all executions together
  Work total_work;  // without operands: traffic is in total_read, total_written
  Count total_read;
  Count total_written;
  ConventionCounts total_counts;
  Footprint footprint;
  Coverage coverage;
  std::vector<DevicePrediction> devices;
  std::optional<Seconds> measured_latency;
  std::vector<std::string> warnings;
};

// The whole line from a skeleton to times: load, bind, infer, count, time. Errors are those of the
// steps.
absl::StatusOr<Report> Predict(std::string_view skeleton, std::string_view digest,
                               const PredictOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_REPORT_H_
