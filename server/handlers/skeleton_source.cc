#include "server/handlers/skeleton_source.h"

#include "costmodel/error.h"
#include "costmodel/onnx/sha256.h"

namespace roofline {

absl::StatusOr<Skeleton> SkeletonOf(std::string_view model, std::string_view name,
                                    const ModelLimits& limits, const HandlerContext& context) {
  if (!context.models_are_skeletons) return ReadSkeletonBytes(model, name, limits);
  Skeleton skeleton{.bytes = std::string(model)};
  ASSIGN_OR_RETURN(skeleton.sha256_hex, Sha256Hex(skeleton.bytes));
  return skeleton;
}

}  // namespace roofline
