#ifndef ROOFLINE_SERVER_HANDLERS_EVALUATE_H_
#define ROOFLINE_SERVER_HANDLERS_EVALUATE_H_

#include "absl/status/statusor.h"
#include "roofline/v1/evaluation.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// Holds a measured run against the prediction for its device. Errors: those of HandlePredict;
// kInvalidArgument for more or fewer than one device and for a run without any time.
absl::StatusOr<v1::EvaluateResponse> HandleEvaluate(const v1::EvaluateRequest& request,
                                                    const HandlerContext& context);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_EVALUATE_H_
