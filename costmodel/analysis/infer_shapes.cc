#include "costmodel/analysis/infer_shapes.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/analysis/interpreter.h"
#include "costmodel/error.h"

namespace roofline {

namespace {

// --batch goes before a leading extent that the file fixes; what then contradicts itself says so.
absl::Status WithBatchHint(const Graph& graph, const Bindings& bindings,
                           const absl::Status& status) {
  if (ReasonOf(status) != Reason::kShapeConflict || !bindings.batch) return status;
  for (const ValueId id : graph.inputs) {
    const Value& input = graph.value(id);
    if (!input.declared.shape || input.declared.shape->empty() ||
        bindings.shapes.contains(std::string(input.name)))
      continue;
    const DeclaredDim& leading = input.declared.shape->front();
    if (!leading.fixed() || leading.size == *bindings.batch) continue;
    return Error(
        Reason::kShapeConflict,
        fmt::format("{}; the file declares input {} with a leading {}, and --batch {} "
                    "replaced it: the model may work with {} alone",
                    MessageOf(status), input.name, leading.size, *bindings.batch, leading.size));
  }
  return status;
}

}  // namespace

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
  const absl::Status run = interpreter.RunGraph(GraphId(0), nullptr, inputs.facts, "", 1).status();
  if (!run.ok()) return WithBatchHint(model.main(), options.bindings, run);
  for (const auto& [name, trips] : options.loop_trips) {
    if (result.used_loop_trips.contains(name)) continue;
    return Error(Reason::kUnknownInput,
                 fmt::format("--loop-trips {}: no Loop or SequenceMap of that name runs", name));
  }
  return result;
}

}  // namespace roofline
