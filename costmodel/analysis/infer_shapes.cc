#include "costmodel/analysis/infer_shapes.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/analysis/interpreter.h"
#include "costmodel/error.h"

namespace roofline {

absl::StatusOr<ShapedModel> InferShapes(const Model& model, const InferOptions& options) {
  ShapedModel result;
  for (const auto& [name, trips] : options.loop_trips) {
    if (trips < 0) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--loop-trips {}={}: expected 0 or more", name, trips));
    }
  }
  ASSIGN_OR_RETURN(BoundInputs inputs, BindInputs(model.main(), options.bindings, options.limits));
  result.dims = std::move(inputs.dims);
  Interpreter interpreter(model, options, result);
  RETURN_IF_ERROR(interpreter.RunGraph(GraphId(0), nullptr, inputs.facts, "", 1).status());
  for (const auto& [name, trips] : options.loop_trips) {
    if (result.used_loop_trips.contains(name)) continue;
    return Error(Reason::kUnknownInput,
                 fmt::format("--loop-trips {}: no Loop or SequenceMap of that name runs", name));
  }
  return result;
}

}  // namespace roofline
