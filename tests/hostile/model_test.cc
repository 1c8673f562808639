// Files that made ONNX loaders crash, hang or eat memory: each must end in an error that says why.

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "tests/hostile/hostile_test_case.h"
#include "tests/hostile/model_builder.h"

namespace roofline::testing {
namespace {

constexpr int64_t kModelMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kModelMax = std::numeric_limits<int64_t>::max();

using HostileModelTest = HostileTest;

std::optional<Reason> ReasonFor(const onnx::ModelProto& model) {
  return ReasonOf(PredictBytes(model.SerializeAsString()));
}

void AddFunction(onnx::ModelProto& model, const std::string& name,
                 const std::vector<std::string>& calls) {
  auto* function = model.add_functions();
  function->set_name(name);
  function->set_domain("f");
  function->add_input("a");
  function->add_output("b");
  function->add_opset_import()->set_version(17);
  auto* own = function->add_opset_import();
  own->set_domain("f");
  own->set_version(1);
  for (size_t i = 0; i < calls.size(); ++i) {
    const bool last = i + 1 == calls.size();
    auto* node = function->add_node();
    *node = MakeNode(calls[i], {i == 0 ? "a" : "t" + std::to_string(i - 1)},
                     {last ? "b" : "t" + std::to_string(i)});
    if (calls[i] != "Relu") node->set_domain("f");
  }
}

onnx::ModelProto CallingModel(const std::string& function) {
  onnx::NodeProto call = MakeNode(function, {"x"}, {"y"});
  call.set_domain("f");
  onnx::ModelProto model = OneNodeModel(call, {2});
  auto* own = model.add_opset_import();
  own->set_domain("f");
  own->set_version(1);
  return model;
}

TEST_F(HostileModelTest, FunctionThatCallsItself) {
  onnx::ModelProto model = CallingModel("F");
  AddFunction(model, "F", {"F"});
  EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok());
}

TEST_F(HostileModelTest, FunctionsThatCallEachOther) {
  onnx::ModelProto model = CallingModel("F");
  AddFunction(model, "F", {"G"});
  AddFunction(model, "G", {"Relu", "F"});
  EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok());
}

TEST_F(HostileModelTest, FunctionsThatDoubleTwentyNineTimes) {
  onnx::ModelProto model = CallingModel("F29");
  AddFunction(model, "F0", {"Relu"});
  for (int i = 1; i < 30; ++i) {
    const std::string callee = "F" + std::to_string(i - 1);
    AddFunction(model, "F" + std::to_string(i), {callee, callee});
  }
  EXPECT_EQ(ReasonFor(model), Reason::kLimitExceeded);
}

TEST_F(HostileModelTest, EmptyFile) { EXPECT_EQ(ReasonOf(PredictBytes("")), Reason::kNotOnnx); }

TEST_F(HostileModelTest, ModelWithoutAGraph) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok());
}

TEST_F(HostileModelTest, EveryTruncationOfAModelEnds) {
  std::ostringstream content;
  content << std::ifstream(ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1-original.onnx",
                           std::ios::binary)
                 .rdbuf();
  const std::string whole = content.str();
  ASSERT_GT(whole.size(), 10'000U);
  int errors = 0;
  for (size_t size = 0; size < whole.size(); size = size < 600 ? size + 1 : size + 97) {
    if (!PredictBytes(std::string_view(whole).substr(0, size), {.batch = 1}).ok()) ++errors;
  }
  EXPECT_GT(errors, 500);
}

TEST_F(HostileModelTest, EveryFlippedByteOfAModelEnds) {
  onnx::NodeProto conv = MakeNode("Conv", {"x", "w"}, {"y"});
  *conv.add_attribute() = IntsAttribute("strides", {2, 2});
  onnx::ModelProto model = OneNodeModel(conv, {1, 3, 8, 8});
  auto* w = model.mutable_graph()->add_initializer();
  w->set_name("w");
  w->set_data_type(onnx::TensorProto::FLOAT);
  for (const int64_t dim : {4, 3, 1, 1}) w->add_dims(dim);
  w->set_raw_data(std::string(48, '\0'));
  const std::string whole = model.SerializeAsString();
  ASSERT_TRUE(PredictBytes(whole).ok()) << PredictBytes(whole);
  int errors = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const char bits : {'\x01', '\x80', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ bits);
      if (!PredictBytes(damaged).ok()) ++errors;
    }
  }
  EXPECT_GT(errors, 0);
}

TEST_F(HostileModelTest, RawDataShorterThanTheShape) {
  onnx::ModelProto model = OneNodeModel(MakeNode("Reshape", {"x", "s"}, {"y"}), {2, 3});
  auto* s = model.mutable_graph()->add_initializer();
  s->set_name("s");
  s->set_data_type(onnx::TensorProto::INT64);
  s->add_dims(2);
  s->set_raw_data(std::string(7, '\1'));
  EXPECT_EQ(ReasonFor(model), Reason::kMalformedModel);
}

TEST_F(HostileModelTest, ConvolutionWithStrideZero) {
  onnx::NodeProto conv = MakeNode("Conv", {"x", "w"}, {"y"});
  *conv.add_attribute() = IntsAttribute("strides", {0, 0});
  onnx::ModelProto model = OneNodeModel(conv, {1, 3, 8, 8});
  *model.mutable_graph()->add_input() = TensorInfo("w", {4, 3, 1, 1});
  EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok());
}

// A tensor whose payload is elsewhere: its extents cost nothing to write.
onnx::TensorProto ExternalTensor(const std::string& name, int dtype,
                                 const std::vector<int64_t>& dims) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(dtype);
  for (const int64_t dim : dims) tensor.add_dims(dim);
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  auto* entry = tensor.add_external_data();
  entry->set_key("location");
  entry->set_value("weights.bin");
  return tensor;
}

TEST_F(HostileModelTest, ShapeOfTwentyMillionExtents) {
  for (const char* op : {"Reshape", "Expand", "Tile"}) {
    onnx::ModelProto model = OneNodeModel(MakeNode(op, {"x", "s"}, {"y"}), {2, 3});
    *model.mutable_graph()->add_initializer() =
        ExternalTensor("s", onnx::TensorProto::INT64, {20'000'000});
    EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok()) << op;
  }
  onnx::ModelProto model = OneNodeModel(MakeNode("ConstantOfShape", {"s"}, {"y"}), {2});
  *model.mutable_graph()->add_initializer() =
      ExternalTensor("s", onnx::TensorProto::INT64, {20'000'000});
  PredictBytes(model.SerializeAsString()).IgnoreError();
}

TEST_F(HostileModelTest, InputOfAMillionDimensions) {
  onnx::ModelProto model =
      OneNodeModel(MakeNode("Relu", {"x"}, {"y"}), std::vector<int64_t>(1'000'000, 1));
  EXPECT_EQ(ReasonFor(model), Reason::kLimitExceeded);
}

TEST_F(HostileModelTest, UnsqueezeToAMillionDimensions) {
  std::vector<int64_t> axes;
  for (int64_t i = 0; i < 1'000'000; ++i) axes.push_back(i);
  onnx::NodeProto node = MakeNode("Unsqueeze", {"x"}, {"y"});
  *node.add_attribute() = IntsAttribute("axes", axes);
  onnx::ModelProto model = OneNodeModel(node, {2});
  model.mutable_opset_import(0)->set_version(11);
  EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok());
}

TEST_F(HostileModelTest, HugeAttributeList) {
  onnx::NodeProto node = MakeNode("Transpose", {"x"}, {"y"});
  *node.add_attribute() = IntsAttribute("perm", std::vector<int64_t>(5'000'000, 0));
  EXPECT_FALSE(PredictBytes(OneNodeModel(node, {2}).SerializeAsString()).ok());
}

TEST_F(HostileModelTest, NegativeAndOverflowingDimensions) {
  for (const std::vector<int64_t>& dims : {std::vector<int64_t>{-2, 3},
                                           {kModelMin},
                                           {kModelMax, kModelMax},
                                           {int64_t{1} << 32, int64_t{1} << 31}}) {
    const onnx::ModelProto model = OneNodeModel(MakeNode("Relu", {"x"}, {"y"}), dims);
    EXPECT_FALSE(PredictBytes(model.SerializeAsString()).ok()) << dims[0];
  }
}

TEST_F(HostileModelTest, WorkBeyondInt64) {
  onnx::ModelProto model =
      OneNodeModel(MakeNode("MatMul", {"x", "w"}, {"y"}), {int64_t{1} << 24, int64_t{1} << 24});
  *model.mutable_graph()->add_input() = TensorInfo("w", {int64_t{1} << 24, int64_t{1} << 24});
  EXPECT_EQ(ReasonFor(model), Reason::kLimitExceeded);
}

TEST_F(HostileModelTest, NodesInACircle) {
  onnx::ModelProto model = OneNodeModel(MakeNode("Add", {"x", "b"}, {"a"}), {2});
  *model.mutable_graph()->add_node() = MakeNode("Relu", {"a"}, {"b"});
  *model.mutable_graph()->add_node() = MakeNode("Relu", {"b"}, {"y"});
  EXPECT_EQ(ReasonFor(model), Reason::kMalformedModel);
}

TEST_F(HostileModelTest, NodeThatReadsItself) {
  EXPECT_EQ(ReasonFor(OneNodeModel(MakeNode("Relu", {"y"}, {"y"}), {2})), Reason::kMalformedModel);
}

TEST_F(HostileModelTest, TwoNodesWithTheSameOutput) {
  onnx::ModelProto model = OneNodeModel(MakeNode("Relu", {"x"}, {"y"}), {2});
  *model.mutable_graph()->add_node() = MakeNode("Abs", {"x"}, {"y"});
  EXPECT_EQ(ReasonFor(model), Reason::kMalformedModel);
}

TEST_F(HostileModelTest, OutputThatNobodyMakes) {
  EXPECT_EQ(ReasonFor(OneNodeModel(MakeNode("Relu", {"x"}, {"z"}), {2})), Reason::kMalformedModel);
}

TEST_F(HostileModelTest, GraphsNestedTwoThousandDeep) {
  // Written from the inside out, as bytes: protobuf itself could not build this without recursion.
  const auto field = [](int number, const std::string& content) {
    std::string out(1, static_cast<char>(number << 3 | 2));
    for (size_t size = content.size();; size >>= 7) {
      out += static_cast<char>((size & 0x7f) | (size > 0x7f ? 0x80 : 0));
      if (size <= 0x7f) break;
    }
    return out + content;
  };
  std::string graph = field(2, "g");
  for (int i = 0; i < 2'000; ++i) {
    const std::string attribute = field(1, "then_branch") + field(6, graph);
    graph = field(1, field(4, "If") + field(5, attribute)) + field(2, "g");
  }
  const std::string model = std::string("\x08\x08", 2) + field(7, graph);
  EXPECT_EQ(ReasonOf(PredictBytes(model)), Reason::kLimitExceeded);
}

TEST_F(HostileModelTest, TypesNestedDeep) {
  onnx::ModelProto model = OneNodeModel(MakeNode("Identity", {"x"}, {"y"}), {2});
  onnx::TypeProto* type = model.mutable_graph()->mutable_input(0)->mutable_type();
  for (int i = 0; i < 45; ++i) type = type->mutable_sequence_type()->mutable_elem_type();
  type->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  PredictBytes(model.SerializeAsString()).IgnoreError();
}

TEST_F(HostileModelTest, ChainOfAHundredThousandNodes) {
  onnx::ModelProto model = EmptyModel();
  auto* graph = model.mutable_graph();
  *graph->add_input() = TensorInfo("v0", {2});
  constexpr int kNodes = 100'000;
  for (int i = kNodes; i > 0; --i) {  // last node first: the order is not given
    *graph->add_node() = MakeNode("Relu", {"v" + std::to_string(i - 1)}, {"v" + std::to_string(i)});
  }
  graph->add_output()->set_name("v" + std::to_string(kNodes));
  EXPECT_TRUE(PredictBytes(model.SerializeAsString()).ok());
}

}  // namespace
}  // namespace roofline::testing
