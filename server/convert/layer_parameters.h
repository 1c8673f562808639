#ifndef ROOFLINE_SERVER_CONVERT_LAYER_PARAMETERS_H_
#define ROOFLINE_SERVER_CONVERT_LAYER_PARAMETERS_H_

#include "costmodel/prediction/report.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// What people want to see of a layer besides shapes. Of a convolution or
// pooling: kernel, stride, pads, dilation, groups, bias, with the defaults
// written out. Of other operators: their attributes, under the names ONNX gives
// them.
void FillParameters(const Layer& layer,
                    google::protobuf::RepeatedPtrField<v1::LayerParameter>& parameters);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_LAYER_PARAMETERS_H_
