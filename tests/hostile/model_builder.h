#ifndef ROOFLINE_TESTS_HOSTILE_MODEL_BUILDER_H_
#define ROOFLINE_TESTS_HOSTILE_MODEL_BUILDER_H_

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace roofline::testing {

// Pieces of models that a well-meaning exporter would never write.
onnx::ModelProto EmptyModel(int64_t opset = 17);
onnx::ValueInfoProto TensorInfo(const std::string& name, const std::vector<int64_t>& dims,
                                int dtype = onnx::TensorProto::FLOAT);
onnx::NodeProto MakeNode(const std::string& op, std::initializer_list<std::string> inputs,
                         std::initializer_list<std::string> outputs);
onnx::AttributeProto IntsAttribute(const std::string& name, const std::vector<int64_t>& values);
onnx::TensorProto Int64Tensor(const std::string& name, const std::vector<int64_t>& values);

// One node from the float input x of shape `x` (and further inputs that it names as initializers)
// to the output y.
onnx::ModelProto OneNodeModel(const onnx::NodeProto& node, const std::vector<int64_t>& x);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_HOSTILE_MODEL_BUILDER_H_
