#include "tests/accuracy/accuracy_case.h"

#include <utility>

#include "costmodel/error.h"
#include "costmodel/measurement/evaluate.h"
#include "costmodel/measurement/read_measured.h"
#include "costmodel/prediction/report.h"

namespace roofline::accuracy {

absl::StatusOr<CasePrediction> PredictCase(
    const Case& c, const std::shared_ptr<const EfficiencyDefaults>& efficiencies) {
  PredictOptions options;
  options.infer.bindings = c.bindings;
  options.scenario = c.scenario;
  options.devices = {c.device};
  options.efficiencies = efficiencies;
  ASSIGN_OR_RETURN(const Report report, Predict(c.model->bytes, c.model->sha256_hex, options));
  const DevicePrediction& prediction = report.devices.front();
  CasePrediction predicted{
      prediction.kernel_total.floor,
      c.kernel_only ? prediction.kernel_total.expected.typical : prediction.expected.typical,
      {LatencySample(report.workload, prediction, c.measured)}};
  if (!c.profile.empty()) {
    ASSIGN_OR_RETURN(const MeasuredRun run, ReadMeasured(c.profile));
    const RunEvaluation evaluation = Evaluate(*report.model, report.workload, prediction, run);
    for (CalibrationSample& sample : ProfileSamples(report.workload, prediction, evaluation, run))
      predicted.samples.push_back(std::move(sample));
  }
  for (CalibrationSample& sample : predicted.samples) {
    sample.network = c.network;
    sample.family = c.family;
  }
  return predicted;
}

}  // namespace roofline::accuracy
