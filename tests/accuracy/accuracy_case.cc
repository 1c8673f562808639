#include "tests/accuracy/accuracy_case.h"

#include "costmodel/error.h"
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
  return CasePrediction{prediction.kernel_total.floor, prediction.expected.typical};
}

}  // namespace roofline::accuracy
