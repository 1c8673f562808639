#ifndef ROOFLINE_SERVER_HANDLERS_PREDICT_H_
#define ROOFLINE_SERVER_HANDLERS_PREDICT_H_

#include "absl/status/statusor.h"
#include "roofline/v1/predictor.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// Predicts the model of the request on its devices. Errors: those of reading and binding the model,
// kUnknownDevice, kInvalidProfile, kUnknownConvention, kInvalidArgument, kCancelled.
absl::StatusOr<v1::PredictResponse> HandlePredict(const v1::PredictRequest& request,
                                                  const HandlerContext& context);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_PREDICT_H_
