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
#include "costmodel/analysis/decoder.h"
#include "costmodel/convention/convention.h"
#include "costmodel/convention/reader.h"
#include "costmodel/device/catalog.h"
#include "costmodel/limits.h"
#include "costmodel/prediction/device_prediction.h"
#include "costmodel/prediction/workload.h"

namespace roofline {

struct PredictOptions {
  InferOptions infer;   // its rules must outlive the report
  bool strict = false;  // work that is unknown is an error, kUnknownOperator
  ConventionSource convention;
  Scenario scenario;
  std::optional<DecoderRun> decoder;  // binds the dimensions of a decoder
  std::vector<ProfilePtr> devices;
  // nullptr: those of DataDirectory().
  std::shared_ptr<const EfficiencyDefaults> efficiencies;
  std::optional<Seconds> measured_latency;  // of one whole inference
};

// `efficiencies`, or where it is nullptr those of DataDirectory().
absl::StatusOr<std::shared_ptr<const EfficiencyDefaults>> EfficienciesOf(
    const PredictOptions& options);

// What `options` bind: its own bindings and those of its decoder run. Errors: those of BindDecoder.
absl::StatusOr<InferOptions> InferOptionsFor(const Model& model, const PredictOptions& options);

// Everything one prediction says.
struct Report {
  std::unique_ptr<Model> model;  // on the heap: the workload points into it
  std::string digest;            // of the skeleton, hex
  std::string convention;
  Scenario scenario;
  Workload workload;
  std::optional<DecoderFacts> decoder;
  std::vector<ConventionCounts> counts;  // parallel to the layers, all executions together
  Work total_work;  // without operands: traffic is in total_read, total_written
  Count total_read;
  Count total_written;
  ConventionCounts total_counts;
  std::shared_ptr<const EfficiencyDefaults> efficiencies;  // predictions point into them
  std::vector<DevicePrediction> devices;
  std::optional<Seconds> measured_latency;
  std::vector<std::string> warnings;

  const std::vector<Layer>& layers() const { return workload.layers; }
};

// The whole line from a skeleton to times: load, bind, infer, count, fuse, place, time. Errors are
// those of the steps.
absl::StatusOr<Report> Predict(std::string_view skeleton, std::string_view digest,
                               const PredictOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_REPORT_H_
