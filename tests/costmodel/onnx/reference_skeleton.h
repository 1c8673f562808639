#ifndef ROOFLINE_TESTS_COSTMODEL_ONNX_REFERENCE_SKELETON_H_
#define ROOFLINE_TESTS_COSTMODEL_ONNX_REFERENCE_SKELETON_H_

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>

namespace roofline {

// What the wire filter must come to, done the slow way on a parsed model: every tensor with more
// than `kept_bytes` of payload gets the mark of skeleton.h instead; training_info goes.
void DropPayloads(onnx::ModelProto& model, int64_t kept_bytes);

// Parses without protobuf's default nesting limit; fails the test if that does not work.
onnx::ModelProto ParseModel(const std::string& bytes);

// Serialized by protobuf, so equal for equal models.
std::string Canonical(const onnx::ModelProto& model);

}  // namespace roofline

#endif  // ROOFLINE_TESTS_COSTMODEL_ONNX_REFERENCE_SKELETON_H_
