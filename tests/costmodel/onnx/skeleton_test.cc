#include "costmodel/onnx/skeleton.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/wire_format.h"
#include "tests/costmodel/onnx/reference_skeleton.h"

namespace roofline {
namespace {

constexpr int64_t kKept = 1024;

onnx::ModelProto SmallModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.set_producer_name("test");
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("g");
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type("Relu");
  node.add_input("x");
  node.add_output("y");
  onnx::ValueInfoProto& input = *graph.add_input();
  input.set_name("x");
  auto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
  shape.add_dim()->set_dim_param("N");
  shape.add_dim()->set_dim_value(3);
  return model;
}

onnx::TensorProto RawTensor(const std::string& name, size_t bytes) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::UINT8);
  tensor.add_dims(static_cast<int64_t>(bytes));
  tensor.set_raw_data(std::string(bytes, 'w'));
  return tensor;
}

Skeleton Read(const std::string& bytes) {
  const auto skeleton = ReadSkeletonBytes(bytes, "test.onnx", ModelLimits());
  EXPECT_TRUE(skeleton.ok()) << MessageOf(skeleton.status());
  return skeleton.ok() ? *skeleton : Skeleton();
}

// Reads a model and holds the result against the slow way; returns it.
Skeleton ReadAndCheck(const onnx::ModelProto& model) {
  const Skeleton skeleton = Read(model.SerializeAsString());
  onnx::ModelProto expected = model;
  DropPayloads(expected, kKept);
  EXPECT_EQ(Canonical(ParseModel(skeleton.bytes)), Canonical(expected));
  return skeleton;
}

TEST(SkeletonTest, AModelWithoutWeightsStaysAsItIs) {
  const onnx::ModelProto model = SmallModel();
  const Skeleton skeleton = ReadAndCheck(model);
  EXPECT_EQ(skeleton.bytes, model.SerializeAsString());
  EXPECT_EQ(skeleton.original_bytes, static_cast<int64_t>(model.ByteSizeLong()));
  EXPECT_EQ(skeleton.dropped_payload_bytes, 0);
  EXPECT_EQ(skeleton.dropped_tensors, 0);
  EXPECT_EQ(skeleton.nodes, 1);
  EXPECT_EQ(skeleton.sha256_hex.size(), 64U);
}

TEST(SkeletonTest, ALargePayloadBecomesAMark) {
  onnx::ModelProto model = SmallModel();
  *model.mutable_graph()->add_initializer() = RawTensor("w", 1025);
  const Skeleton skeleton = ReadAndCheck(model);
  EXPECT_EQ(skeleton.dropped_payload_bytes, 1025);
  EXPECT_EQ(skeleton.dropped_tensors, 1);
  const onnx::TensorProto tensor = ParseModel(skeleton.bytes).graph().initializer(0);
  EXPECT_EQ(tensor.name(), "w");
  EXPECT_EQ(tensor.dims(0), 1025);
  EXPECT_FALSE(tensor.has_raw_data());
  ASSERT_EQ(tensor.external_data_size(), 3);
  EXPECT_EQ(tensor.external_data(0).key(), kLocationKey);
  EXPECT_EQ(tensor.external_data(0).value(), kDroppedLocation);
  EXPECT_EQ(tensor.external_data(1).key(), kLengthKey);
  EXPECT_EQ(tensor.external_data(1).value(), "1025");
  EXPECT_EQ(tensor.external_data(2).key(), kFieldKey);
  EXPECT_EQ(tensor.external_data(2).value(), "raw_data");
}

TEST(SkeletonTest, PayloadsUpToTheLimitAreKept) {
  onnx::ModelProto model = SmallModel();
  *model.mutable_graph()->add_initializer() = RawTensor("w", 1024);
  *model.mutable_graph()->add_initializer() = RawTensor("empty", 0);
  EXPECT_EQ(ReadAndCheck(model).dropped_tensors, 0);
}

TEST(SkeletonTest, TheDigestIsThatOfTheStructureNotOfTheWeights) {
  onnx::ModelProto model = SmallModel();
  *model.mutable_graph()->add_initializer() = RawTensor("w", 4096);
  const Skeleton first = ReadAndCheck(model);
  model.mutable_graph()->mutable_initializer(0)->mutable_raw_data()->assign(4096, 'v');
  EXPECT_EQ(ReadAndCheck(model).sha256_hex, first.sha256_hex);
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, 64);
  EXPECT_NE(ReadAndCheck(model).sha256_hex, first.sha256_hex);
}

TEST(SkeletonTest, ReadingASkeletonGivesTheSameSkeleton) {
  onnx::ModelProto model = SmallModel();
  *model.mutable_graph()->add_initializer() = RawTensor("w", 4096);
  *model.mutable_graph()->add_initializer() = RawTensor("bias", 16);
  const Skeleton once = Read(model.SerializeAsString());
  const Skeleton twice = Read(once.bytes);
  EXPECT_EQ(twice.bytes, once.bytes);
  EXPECT_EQ(twice.sha256_hex, once.sha256_hex);
}

TEST(SkeletonTest, TensorsAreFoundEverywhere) {
  onnx::ModelProto model = SmallModel();
  onnx::GraphProto& graph = *model.mutable_graph();
  onnx::AttributeProto& attribute = *graph.mutable_node(0)->add_attribute();
  *attribute.mutable_t() = RawTensor("t", 2000);
  *attribute.add_tensors() = RawTensor("tensors", 2001);
  *attribute.mutable_sparse_tensor()->mutable_values() = RawTensor("values", 2002);
  *attribute.add_sparse_tensors()->mutable_indices() = RawTensor("indices", 2003);
  *attribute.mutable_g()->add_initializer() = RawTensor("in g", 2004);
  *attribute.add_graphs()->add_node()->add_attribute()->mutable_t() = RawTensor("deep", 2005);
  *graph.add_sparse_initializer()->mutable_values() = RawTensor("sparse", 2006);
  onnx::FunctionProto& function = *model.add_functions();
  *function.add_node()->add_attribute()->mutable_t() = RawTensor("in function", 2007);
  *model.add_training_info()->mutable_algorithm()->add_initializer() = RawTensor("training", 2008);
  const Skeleton skeleton = ReadAndCheck(model);
  EXPECT_EQ(skeleton.dropped_tensors, 8);
  EXPECT_EQ(skeleton.dropped_payload_bytes, 2000 + 2001 + 2002 + 2003 + 2004 + 2005 + 2006 + 2007);
  EXPECT_EQ(skeleton.nodes, 3);
}

TEST(SkeletonTest, AnExternalTensorKeepsItsEntries) {
  onnx::ModelProto model = SmallModel();
  onnx::TensorProto& tensor = *model.mutable_graph()->add_initializer();
  tensor = RawTensor("w", 4096);  // both at once is wrong, but the file is what counts
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  onnx::StringStringEntryProto& entry = *tensor.add_external_data();
  entry.set_key("location");
  entry.set_value("weights.bin");
  const Skeleton skeleton = ReadAndCheck(model);
  EXPECT_EQ(ParseModel(skeleton.bytes).graph().initializer(0).external_data(0).value(),
            "weights.bin");
  EXPECT_EQ(skeleton.dropped_payload_bytes, 4096);
}

TEST(SkeletonTest, EntriesOfATensorThatIsNotExternalGiveWayToTheMark) {
  onnx::ModelProto model = SmallModel();
  onnx::TensorProto& tensor = *model.mutable_graph()->add_initializer();
  tensor = RawTensor("w", 4096);
  tensor.set_data_location(onnx::TensorProto::DEFAULT);
  tensor.add_external_data()->set_key("location");
  EXPECT_EQ(ParseModel(ReadAndCheck(model).bytes).graph().initializer(0).external_data_size(), 3);
}

TEST(SkeletonTest, UnknownFieldsAreKept) {
  std::string node;
  AppendBytesField(4, "Relu", node);
  AppendBytesField(8, "overload", node);            // NodeProto.overload
  AppendBytesField(9, "\x0a\x01k\x12\x01v", node);  // NodeProto.metadata_props
  AppendHeader({100, WireType::kFixed32, 7}, node);
  AppendHeader({101, WireType::kFixed64, 8}, node);
  AppendHeader({102, WireType::kGroupStart, 0}, node);
  AppendBytesField(5, "not an attribute here", node);
  AppendHeader({1, WireType::kGroupStart, 0}, node);
  AppendHeader({1, WireType::kGroupEnd, 0}, node);
  AppendHeader({102, WireType::kGroupEnd, 0}, node);
  AppendHeader({1, WireType::kVarint, 9}, node);  // input, but of another wire type
  std::string graph;
  AppendBytesField(1, node, graph);
  std::string model;
  AppendHeader({1, WireType::kVarint, 8}, model);
  AppendBytesField(7, graph, model);
  AppendBytesField(26, "configuration", model);
  EXPECT_EQ(Read(model).bytes, model);
}

struct PayloadCase {
  std::string field;
  std::function<void(onnx::TensorProto&, int)> add;  // the i-th item
  FieldHeader item;                                  // the same as a field of its own
  std::string content;                               // of an item that is length-delimited
  int64_t item_bytes;
};

std::vector<PayloadCase> PayloadCases() {
  using enum WireType;
  using Tensor = onnx::TensorProto;
  return {
      {"float_data",
       [](Tensor& t, int) { t.add_float_data(1.0F); },
       {4, kFixed32, 0x3f800000},
       "",
       4},
      {"int32_data",
       [](Tensor& t, int) { t.add_int32_data(-1); },
       {5, kVarint, ~uint64_t{0}},
       "",
       10},
      {"string_data", [](Tensor& t, int) { t.add_string_data("abc"); }, {6, kLength, 3}, "abc", 3},
      {"int64_data", [](Tensor& t, int) { t.add_int64_data(300); }, {7, kVarint, 300}, "", 2},
      {"double_data",
       [](Tensor& t, int) { t.add_double_data(1.0); },
       {10, kFixed64, 0x3ff0000000000000},
       "",
       8},
      {"uint64_data", [](Tensor& t, int) { t.add_uint64_data(5); }, {11, kVarint, 5}, "", 1},
  };
}

class PayloadFieldTest : public ::testing::TestWithParam<PayloadCase> {};

TEST_P(PayloadFieldTest, IsKeptOrDroppedByItsSizePackedOrNot) {
  const PayloadCase& param = GetParam();
  for (const bool large : {false, true}) {
    const int items = static_cast<int>(kKept / param.item_bytes) + (large ? 1 : 0);
    onnx::ModelProto packed = SmallModel();
    onnx::TensorProto& tensor = *packed.mutable_graph()->add_initializer();
    tensor.set_name("w");
    onnx::ModelProto unpacked = packed;
    std::string fields;
    for (int i = 0; i < items; ++i) {
      param.add(tensor, i);
      AppendHeader(param.item, fields);
      fields += param.content;
    }
    // Fields of a message may come apart: protobuf merges a second model into the first.
    std::string tensor_bytes = unpacked.graph().initializer(0).SerializeAsString() + fields;
    unpacked.mutable_graph()->clear_initializer();
    std::string graph_bytes = unpacked.graph().SerializeAsString();
    AppendBytesField(5, tensor_bytes, graph_bytes);
    unpacked.clear_graph();
    std::string unpacked_bytes = unpacked.SerializeAsString();
    AppendBytesField(7, graph_bytes, unpacked_bytes);

    const Skeleton from_packed = ReadAndCheck(packed);
    const Skeleton from_unpacked = Read(unpacked_bytes);
    EXPECT_EQ(Canonical(ParseModel(from_unpacked.bytes)), Canonical(ParseModel(from_packed.bytes)));
    EXPECT_EQ(from_packed.dropped_payload_bytes, large ? items * param.item_bytes : 0);
    EXPECT_EQ(from_unpacked.dropped_payload_bytes, large ? items * param.item_bytes : 0);
    EXPECT_EQ(Read(from_unpacked.bytes).bytes, from_unpacked.bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PayloadFieldTest, ::testing::ValuesIn(PayloadCases()),
                         [](const auto& param) { return param.param.field; });

TEST(SkeletonTest, AnEndlessListOfEmptyStringsCountsAsLarge) {
  onnx::ModelProto model = SmallModel();
  onnx::TensorProto& tensor = *model.mutable_graph()->add_initializer();
  for (int i = 0; i < 100'000; ++i) tensor.add_string_data("");
  const Skeleton skeleton = Read(model.SerializeAsString());
  EXPECT_EQ(skeleton.dropped_tensors, 1);
  EXPECT_LT(skeleton.bytes.size(), 1000U);
}

TEST(SkeletonTest, AMissingFileIsNamed) {
  const auto skeleton = ReadSkeletonFile("/nonexistent/m.onnx", ModelLimits());
  EXPECT_EQ(ReasonOf(skeleton.status()), Reason::kFileNotFound);
  EXPECT_EQ(MessageOf(skeleton.status()), "/nonexistent/m.onnx: no such file; check the path");
}

}  // namespace
}  // namespace roofline
