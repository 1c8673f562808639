#ifndef ROOFLINE_SERVER_HANDLERS_SKELETON_SOURCE_H_
#define ROOFLINE_SERVER_HANDLERS_SKELETON_SOURCE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/limits.h"
#include "costmodel/onnx/skeleton.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// The model of a request without its weights. Errors: those of ReadSkeletonBytes.
absl::StatusOr<Skeleton> SkeletonOf(std::string_view model, std::string_view name,
                                    const ModelLimits& limits, const HandlerContext& context);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_SKELETON_SOURCE_H_
