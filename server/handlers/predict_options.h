#ifndef ROOFLINE_SERVER_HANDLERS_PREDICT_OPTIONS_H_
#define ROOFLINE_SERVER_HANDLERS_PREDICT_OPTIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/custom/custom_rules.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/report.h"
#include "roofline/v1/predictor.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// A request that predicts, checked and looked up.
struct PredictInput {
  PredictOptions options;
  std::unique_ptr<const CustomRules> rules;  // options.infer.rules
  std::vector<std::string> profile_digests;  // parallel to options.devices
  std::string model_name;
  Skeleton skeleton;
};

// kInvalidArgument, kUnknownDevice, kInvalidProfile, kInvalidRules, kLimitExceeded, and the errors
// of reading a model.
absl::StatusOr<PredictInput> ReadPredictRequest(const v1::PredictRequest& request,
                                                const HandlerContext& context);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_PREDICT_OPTIONS_H_
