#include "costmodel/analysis/infer_shapes.h"

#include <utility>

#include "costmodel/analysis/interpreter.h"
#include "costmodel/error.h"

namespace roofline {

absl::StatusOr<ShapedModel> InferShapes(const Model& model, const InferOptions& options) {
  ShapedModel result;
  ASSIGN_OR_RETURN(BoundInputs inputs, BindInputs(model.main(), options.bindings, options.limits));
  result.dims = std::move(inputs.dims);
  Interpreter interpreter(model, options, result);
  RETURN_IF_ERROR(interpreter.RunGraph(GraphId(0), nullptr, inputs.facts, "", 1).status());
  return result;
}

}  // namespace roofline
