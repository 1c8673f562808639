#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_TENSORRT_LAYER_NAME_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_TENSORRT_LAYER_NAME_H_

#include <string>
#include <string_view>
#include <vector>

#include "costmodel/measurement/measured_run.h"

namespace roofline {

// What the name of a TensorRT layer tells: "a + PWN(b)" and "a || b" are the nodes a and b,
// "{ForeignNode[a...b]}" everything from a to b, "/fc/MatMul_myl3_7" a node by way of Myelin,
// "Reformatting CopyNode for ..." a copy of its own. Fills node_names, node_range and inserted.
void InterpretLayerName(MeasuredKernel& kernel);

// The nodes in the "Metadata" of a layer: "[ONNX Layer: a]" one after the other.
std::vector<std::string> NodesInMetadata(std::string_view metadata);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_TENSORRT_LAYER_NAME_H_
