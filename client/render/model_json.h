#ifndef ROOFLINE_CLIENT_RENDER_MODEL_JSON_H_
#define ROOFLINE_CLIENT_RENDER_MODEL_JSON_H_

#include "client/render/json.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// The extents, null where the shape is not known.
Json ShapeJson(const v1::Tensor& tensor);

// Everything a report says about the model itself.
Json ModelJson(const v1::ModelFacts& model);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_MODEL_JSON_H_
