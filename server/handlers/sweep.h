#ifndef ROOFLINE_SERVER_HANDLERS_SWEEP_H_
#define ROOFLINE_SERVER_HANDLERS_SWEEP_H_

#include <functional>

#include "absl/status/status.h"
#include "roofline/v1/sweep.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// Predicts at every point of the request and hands the points to `send`, several in a message.
// Errors: those of HandlePredict and Sweep, and what `send` returns.
absl::Status HandleSweep(const v1::SweepRequest& request, const HandlerContext& context,
                         const std::function<absl::Status(const v1::SweepResponse&)>& send);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_SWEEP_H_
