#ifndef ROOFLINE_SERVER_CONVERT_MODEL_INPUTS_H_
#define ROOFLINE_SERVER_CONVERT_MODEL_INPUTS_H_

#include "costmodel/analysis/infer_shapes.h"
#include "roofline/v1/model_inputs.pb.h"

namespace roofline {

IfPolicy IfPolicyFromProto(v1::IfPolicy policy);

// What a request says about inputs and about what data decides, the same fields in every request
// that takes a model. Limits and cancellation are the caller's.
template <class Request>
InferOptions InferOptionsFromProto(const Request& request) {
  InferOptions options;
  Bindings& bindings = options.bindings;
  if (request.has_batch()) bindings.batch = request.batch();
  bindings.dims.insert(request.dimensions().begin(), request.dimensions().end());
  for (const v1::InputShape& input : request.input_shapes()) {
    bindings.shapes[input.name()] = Shape(input.dimensions().begin(), input.dimensions().end());
  }
  for (const v1::InputValue& input : request.input_values()) {
    bindings.values[input.name()].assign(input.numbers().begin(), input.numbers().end());
  }
  options.if_policy = IfPolicyFromProto(request.if_policy());
  options.loop_trips.insert(request.loop_trips().begin(), request.loop_trips().end());
  return options;
}

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_MODEL_INPUTS_H_
