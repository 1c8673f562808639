#ifndef ROOFLINE_CLIENT_RENDER_INFERRED_SHAPES_H_
#define ROOFLINE_CLIENT_RENDER_INFERRED_SHAPES_H_

#include <string>

#include "roofline/v1/shapes.pb.h"

namespace roofline {

// One line per tensor under a header:
//   tensor  scope             type     shape      mark   value
//   x                         float32  1x3x8x8    exact
//   k                         int64    scalar     exact  5
std::string InferredShapesText(const v1::InferShapesResponse& response);

// [{"name", "scope", "dtype", "shape", "mark", "value"}]: `shape` is null where it is not known and
// for sequences; `value` is there only for content that is known, a list in row-major order, or one
// number for a scalar.
std::string InferredShapesJson(const v1::InferShapesResponse& response);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_INFERRED_SHAPES_H_
