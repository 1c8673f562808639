#ifndef ROOFLINE_CLIENT_RENDER_PREDICTION_JSON_H_
#define ROOFLINE_CLIENT_RENDER_PREDICTION_JSON_H_

#include "client/render/json.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// Parts of a report, with the keys documented in the README under "JSON".
Json ScenarioJson(const v1::Scenario& scenario);
Json DecoderJson(const v1::DecoderFacts& decoder);
Json MemoryJson(const v1::MemoryFootprint& memory);
Json DeviceTotalsJson(const v1::DeviceTotals& totals);
Json KernelJson(const v1::Kernel& kernel);
Json DevicePredictionJson(const v1::DevicePrediction& device);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_PREDICTION_JSON_H_
