#ifndef ROOFLINE_SERVER_CONVERT_SHAPES_H_
#define ROOFLINE_SERVER_CONVERT_SHAPES_H_

#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/graph/graph.h"
#include "roofline/v1/shapes.pb.h"

namespace roofline {

// Every tensor of every graph that ran.
v1::InferShapesResponse ShapesToProto(const Model& model, const ShapedModel& shaped);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_SHAPES_H_
