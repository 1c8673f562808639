#include "server/handlers/infer_shapes.h"

#include <string>

#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"
#include "server/convert/model_inputs.h"
#include "server/convert/shapes.h"
#include "server/errors.h"
#include "server/handlers/rule_source.h"
#include "server/handlers/skeleton_source.h"
#include "server/limits.h"

namespace roofline {

absl::StatusOr<v1::InferShapesResponse> HandleInferShapes(const v1::InferShapesRequest& request,
                                                          const HandlerContext& context) {
  InferOptions options = InferOptionsFromProto(request);
  options.cancelled = context.cancelled;
  ASSIGN_OR_RETURN(const CustomRules rules, RulesFor(request.rules(), context.data));
  options.rules = &rules;
  const std::string name =
      request.model_name().empty() ? "model" : CutText(request.model_name(), kMaxModelNameBytes);
  ASSIGN_OR_RETURN(const Skeleton skeleton,
                   SkeletonOf(request.model(), name, options.limits, context));
  const absl::StatusOr<Model> model = LoadModel(skeleton.bytes, options.limits);
  if (!model.ok()) return Annotate(model.status(), name);
  const absl::StatusOr<ShapedModel> shaped = InferShapes(*model, options);
  if (!shaped.ok()) return Annotate(shaped.status(), name);
  return ShapesToProto(*model, *shaped);
}

}  // namespace roofline
