#ifndef ROOFLINE_SERVER_HANDLERS_INFER_SHAPES_H_
#define ROOFLINE_SERVER_HANDLERS_INFER_SHAPES_H_

#include "absl/status/statusor.h"
#include "roofline/v1/shapes.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// Facts of every tensor of the model of the request. Errors: those of reading and binding the
// model, kCancelled.
absl::StatusOr<v1::InferShapesResponse> HandleInferShapes(const v1::InferShapesRequest& request,
                                                          const HandlerContext& context);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_INFER_SHAPES_H_
