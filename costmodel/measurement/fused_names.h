#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_FUSED_NAMES_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_FUSED_NAMES_H_

#include <string_view>

namespace roofline {

// Whether a kernel of operator `measured` may be what a runtime made of a node of operator `op`:
// the same, or one of the operators that ONNX Runtime's graph transformers put in the place of a
// group with `op` in it (BiasGelu of Add and Erf, LayerNormalization of ReduceMean ... Add).
// Source: onnxruntime/core/optimizer, the fusion passes by name.
bool MayComeFrom(std::string_view measured, std::string_view op);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_FUSED_NAMES_H_
