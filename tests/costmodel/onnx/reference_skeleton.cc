#include "tests/costmodel/onnx/reference_skeleton.h"

#include <google/protobuf/io/coded_stream.h>
#include <gtest/gtest.h>

#include <limits>
#include <string_view>

#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

template <typename Values>
int64_t VarintBytes(const Values& values) {
  int64_t bytes = 0;
  for (const auto value : values) {
    bytes += static_cast<int64_t>(
        google::protobuf::io::CodedOutputStream::VarintSize64(static_cast<uint64_t>(value)));
  }
  return bytes;
}

void AddEntry(onnx::TensorProto& tensor, std::string_view key, const std::string& value) {
  onnx::StringStringEntryProto& entry = *tensor.add_external_data();
  entry.set_key(std::string(key));
  entry.set_value(value);
}

void DropPayload(onnx::TensorProto& tensor, int64_t kept_bytes) {
  std::string field;
  int64_t bytes = 0;
  const auto add = [&](const char* name, int64_t size) {
    if (size > 0) field = name;
    bytes += size;
  };
  add("raw_data", static_cast<int64_t>(tensor.raw_data().size()));
  add("float_data", int64_t{4} * tensor.float_data_size());
  add("double_data", int64_t{8} * tensor.double_data_size());
  add("int32_data", VarintBytes(tensor.int32_data()));
  add("int64_data", VarintBytes(tensor.int64_data()));
  add("uint64_data", VarintBytes(tensor.uint64_data()));
  int64_t text = 0;
  for (const std::string& item : tensor.string_data()) text += static_cast<int64_t>(item.size());
  add("string_data", text);
  if (bytes <= kept_bytes) return;
  tensor.clear_raw_data();
  tensor.clear_float_data();
  tensor.clear_double_data();
  tensor.clear_int32_data();
  tensor.clear_int64_data();
  tensor.clear_uint64_data();
  tensor.clear_string_data();
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) return;
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  tensor.clear_external_data();
  AddEntry(tensor, "location", "<dropped>");
  AddEntry(tensor, "length", std::to_string(bytes));
  AddEntry(tensor, "field", field);
}

void DropPayload(onnx::SparseTensorProto& sparse, int64_t kept_bytes) {
  if (sparse.has_values()) DropPayload(*sparse.mutable_values(), kept_bytes);
  if (sparse.has_indices()) DropPayload(*sparse.mutable_indices(), kept_bytes);
}

void DropGraphPayloads(onnx::GraphProto& graph, int64_t kept_bytes);

void DropNodePayloads(onnx::NodeProto& node, int64_t kept_bytes) {
  for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.has_t()) DropPayload(*attribute.mutable_t(), kept_bytes);
    if (attribute.has_g()) DropGraphPayloads(*attribute.mutable_g(), kept_bytes);
    if (attribute.has_sparse_tensor()) {
      DropPayload(*attribute.mutable_sparse_tensor(), kept_bytes);
    }
    for (auto& tensor : *attribute.mutable_tensors()) DropPayload(tensor, kept_bytes);
    for (auto& graph : *attribute.mutable_graphs()) DropGraphPayloads(graph, kept_bytes);
    for (auto& sparse : *attribute.mutable_sparse_tensors()) DropPayload(sparse, kept_bytes);
  }
}

void DropGraphPayloads(onnx::GraphProto& graph, int64_t kept_bytes) {
  for (auto& node : *graph.mutable_node()) DropNodePayloads(node, kept_bytes);
  for (auto& tensor : *graph.mutable_initializer()) DropPayload(tensor, kept_bytes);
  for (auto& sparse : *graph.mutable_sparse_initializer()) DropPayload(sparse, kept_bytes);
}

}  // namespace

void DropPayloads(onnx::ModelProto& model, int64_t kept_bytes) {
  model.clear_training_info();
  DropGraphPayloads(*model.mutable_graph(), kept_bytes);
  for (auto& function : *model.mutable_functions()) {
    for (auto& node : *function.mutable_node()) DropNodePayloads(node, kept_bytes);
  }
}

onnx::ModelProto ParseModel(const std::string& bytes) {
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(SkeletonMessageDepth(ModelLimits()));
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage());
  return model;
}

std::string Canonical(const onnx::ModelProto& model) { return model.SerializeAsString(); }

}  // namespace roofline
