#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_KERNEL_NAME_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_KERNEL_NAME_H_

#include <string_view>

#include "costmodel/measurement/measured_run.h"

namespace roofline {

// What the name of an ONNX Runtime node and its operator tell: the model node it was made from
// ("fused /fc/Gemm", "/a/MatMul/MatMulScaleFusion/", "/Conv_token_3"), the tensor it is named after
// ("conv1:0_nchwc"), or that the runtime put it in. Fills node_names, tensor_names and inserted of
// a kernel whose name and op are set.
void InterpretName(MeasuredKernel& kernel);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_KERNEL_NAME_H_
