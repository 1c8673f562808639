#include <fmt/format.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"
#include "tests/costmodel/testing/counted_model.h"

namespace roofline::testing {
namespace {

// Text syntax: a main graph, then functions.
onnx::ModelProto Parsed(const std::string& text) {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto, ("<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\n" + text).c_str());
  if (!status.IsOK()) throw std::invalid_argument(status.ErrorMessage());
  return proto;
}

absl::StatusOr<Model> Load(const onnx::ModelProto& proto, ModelLimits limits = {}) {
  return LoadModel(proto.SerializeAsString(), limits);
}

// "Op name(inputs) -> outputs" of each node, in order.
std::vector<std::string> NodesOf(const absl::StatusOr<Model>& model) {
  if (!model.ok()) return {std::string(MessageOf(model.status()))};
  std::vector<std::string> nodes;
  const Graph& graph = model->main();
  for (const Node& node : graph.nodes) {
    std::string text(node.op);
    for (const ValueId id : node.inputs)
      text += fmt::format(" {}", id.valid() ? graph.value(id).name : "-");
    text += " ->";
    for (const ValueId id : node.outputs)
      text += fmt::format(" {}", id.valid() ? graph.value(id).name : "-");
    nodes.push_back(std::move(text));
  }
  return nodes;
}

using Strings = std::vector<std::string>;

constexpr char kTwice[] =
    "<opset_import: [\"\" : 17], domain: \"f\"> Twice (x) => (y) { t = Relu(x)\n y = Neg(t) }";

TEST(FunctionsTest, ACallBecomesTheNodesOfTheFunction) {
  const auto model = Load(Parsed(
      std::string("g (float[2] a) => (float[2] c) { b = f.Twice(a)\n c = f.Twice(b) }") + kTwice));
  EXPECT_EQ(NodesOf(model),
            (Strings{"Relu a -> b/t", "Neg b/t -> b", "Relu b -> c/t", "Neg c/t -> c"}));
}

TEST(FunctionsTest, NamesStayUniqueWhenTheGraphHasThemAlready) {
  onnx::ModelProto proto = Parsed(
      std::string("g (float[2] a) => (float[2] c) { b = Abs(a)\n c = f.Twice(b) }") + kTwice);
  proto.mutable_graph()->mutable_node(0)->set_output(0, "c/t");
  proto.mutable_graph()->mutable_node(1)->set_input(0, "c/t");
  EXPECT_EQ(NodesOf(Load(proto)), (Strings{"Abs a -> c/t", "Relu c/t -> c/t#2", "Neg c/t#2 -> c"}));
}

TEST(FunctionsTest, NodesAreNamedAfterTheCall) {
  onnx::ModelProto proto =
      Parsed(std::string("g (float[2] a) => (float[2] b) { b = f.Twice(a) }") + kTwice);
  proto.mutable_graph()->mutable_node(0)->set_name("layer1");
  proto.mutable_functions(0)->mutable_node(0)->set_name("act");
  const auto model = Load(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->main().nodes[0].name, "layer1/act");
  EXPECT_EQ(NodesOf(model), (Strings{"Relu a -> layer1/t", "Neg layer1/t -> b"}));
}

TEST(FunctionsTest, AttributesComeFromTheCallThenFromTheDefault) {
  onnx::ModelProto proto = Parsed(
      "g (float[2] a) => (float[2] b, float[2] c) { b = f.Leaky<slope: float = 0.5>(a)\n c = "
      "f.Leaky(a) } <opset_import: [\"\" : 17], domain: \"f\"> Leaky <slope> (x) => (y) { y = "
      "LeakyRelu<alpha: float = @slope>(x) }");
  const auto alpha_of = [](const Model& model, size_t node) {
    const Node& at = model.main().nodes[node];
    return at.attributes.empty() ? -1.0 : std::get<double>(at.attributes[0].value);
  };
  auto model = Load(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(alpha_of(*model, 0), 0.5);
  EXPECT_EQ(alpha_of(*model, 1), -1.0) << "left out: the operator's own default";
  onnx::AttributeProto fallback;
  fallback.set_name("slope");
  fallback.set_type(onnx::AttributeProto::FLOAT);
  fallback.set_f(0.25F);
  proto.mutable_functions(0)->mutable_unknown_fields()->AddLengthDelimited(
      11, fallback.SerializeAsString());
  model = Load(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(alpha_of(*model, 0), 0.5);
  EXPECT_EQ(alpha_of(*model, 1), 0.25);
}

TEST(FunctionsTest, TheOverloadChoosesTheFunction) {
  onnx::ModelProto proto = Parsed(
      "g (float[2] a) => (float[2] b) { b = f.Act(a) }"
      "<opset_import: [\"\" : 17], domain: \"f\"> Act (x) => (y) { y = Relu(x) }"
      "<opset_import: [\"\" : 17], domain: \"f\"> Act (x) => (y) { y = Tanh(x) }");
  EXPECT_EQ(NodesOf(Load(proto)), (Strings{"the function 'Act' of domain 'f' is defined twice"}));
  proto.mutable_functions(1)->mutable_unknown_fields()->AddLengthDelimited(13, "smooth");
  EXPECT_EQ(NodesOf(Load(proto)), (Strings{"Relu a -> b"}));
  proto.mutable_graph()->mutable_node(0)->mutable_unknown_fields()->AddLengthDelimited(8, "smooth");
  EXPECT_EQ(NodesOf(Load(proto)), (Strings{"Tanh a -> b"}));
}

TEST(FunctionsTest, AFunctionOfTheModelGoesBeforeAnOperatorOfThatName) {
  const auto model =
      Load(Parsed("g (float[2] a) => (float[2] b) { b = Gelu(a) }"
                  "<opset_import: [\"\" : 17], domain: \"\"> Gelu (x) => (y) { y = Erf(x) }"));
  EXPECT_EQ(NodesOf(model), (Strings{"Erf a -> b"}));
}

TEST(FunctionsTest, OperandsLeftOutAndOutputsNobodyWants) {
  const auto model = Load(Parsed(
      "g (float[2] a) => (float[2] b) { b = f.Two(a) }"
      "<opset_import: [\"\" : 17], domain: \"f\"> Two (x, low) => (y, z) { y = Clip(x, low)\n z = "
      "Neg(x) }"));
  EXPECT_EQ(NodesOf(model), (Strings{"Clip a - -> b"}));
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model->main().dead_nodes.size(), 1U) << "Neg";
}

TEST(FunctionsTest, AnOutputThatIsAnInputIsCopied) {
  const auto model =
      Load(Parsed("g (float[2] a) => (float[2] b, float[2] c) { b, c = f.Both(a) }"
                  "<opset_import: [\"\" : 17], domain: \"f\"> Both (x) => (x, y) { y = Neg(x) }"));
  EXPECT_EQ(NodesOf(model), (Strings{"Neg a -> c", "Identity a -> b"}));
}

TEST(FunctionsTest, FunctionsInFunctionsAndInSubgraphs) {
  const auto model = Load(Parsed(
      "g (float[2] a, bool s) => (float[2] b) { b = If(s) <then_branch = t () => (float[2] u) { u "
      "= f.Outer(a) }, else_branch = e () => (float[2] v) { v = Neg(a) }> }"
      "<opset_import: [\"\" : 17, \"f\" : 1], domain: \"f\"> Outer (x) => (y) { y = f.Inner(x) }"
      "<opset_import: [\"\" : 17], domain: \"f\"> Inner (x) => (y) { y = Relu(x) }"));
  ASSERT_TRUE(model.ok()) << model.status();
  ASSERT_EQ(model->graphs.size(), 3U);
  ASSERT_EQ(model->graphs[1].nodes.size(), 1U);
  EXPECT_EQ(model->graphs[1].nodes[0].op, "Relu");
}

TEST(FunctionsTest, ASubgraphOfAFunctionReadsItsOperands) {
  // "t" is a value of the graph and of the branch in the function: they must not be mixed up.
  const auto model = Load(Parsed(
      "g (float[2] t, bool s) => (float[2] b) { b = f.Choose(t, s) }"
      "<opset_import: [\"\" : 17], domain: \"f\"> Choose (x, c) => (y) { y = If(c) <then_branch = "
      "p () => (float[2] u) { t = Relu(x)\n u = Neg(t) }, else_branch = q () => (float[2] t) { t = "
      "Abs(x) }> }"));
  ASSERT_TRUE(model.ok()) << model.status();
  const Graph& branch = model->graphs[1];
  ASSERT_EQ(branch.nodes.size(), 2U);
  const Value& read = branch.value(branch.nodes[0].inputs[0]);
  EXPECT_EQ(read.name, "t");
  EXPECT_TRUE(read.captured.valid());
  EXPECT_EQ(branch.value(branch.nodes[0].outputs[0]).name, "b/t");
}

TEST(FunctionsTest, OperatorSetsOfFunctionsBecomeTheModels) {
  const auto model =
      Load(Parsed("g (float[2, 3, 4] a) => (float[2, 3, 4] c) { b = f.Old(a)\n c = f.Old(b) }"
                  "<opset_import: [\"\" : 11, \"acme\" : 3], domain: \"f\"> Old (x) => (y) { y = "
                  "Softmax(x) }"));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->OpsetOf("acme"), 3);
  EXPECT_EQ(model->OpsetOf(""), 17);
  EXPECT_EQ(model->warnings,
            (Strings{"function Old is written for version 11 of operator set ''; its nodes are "
                     "read in the version of the model, 17"}));
}

TEST(FunctionsTest, RecursionIsNamed) {
  const auto model =
      Load(Parsed("g (float[2] a) => (float[2] b) { b = f.One(a) }"
                  "<opset_import: [\"f\" : 1], domain: \"f\"> One (x) => (y) { y = f.Two(x) }"
                  "<opset_import: [\"f\" : 1], domain: \"f\"> Two (x) => (y) { y = f.One(x) }"));
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(ReasonOf(model.status()), Reason::kMalformedModel);
  EXPECT_NE(MessageOf(model.status()).find("One -> Two -> One"), std::string_view::npos)
      << model.status();
}

// F0 calls F1 twice, which calls F2 twice ...: 2^depth nodes.
onnx::ModelProto Doubling(int depth) {
  std::string text = "g (float[2] a) => (float[2] b) { b = f.F0(a) }";
  for (int i = 0; i < depth; ++i) {
    text += fmt::format(
        "<opset_import: [\"f\" : 1], domain: \"f\"> F{0} (x) => (y) {{ t = f.F{1}(x)\n y = "
        "f.F{1}(t) }}",
        i, i + 1);
  }
  text += fmt::format("<opset_import: [\"\" : 17], domain: \"f\"> F{} (x) => (y) {{ y = Relu(x) }}",
                      depth);
  return Parsed(text);
}

TEST(FunctionsTest, ExpansionsAreCountedBeforeTheyHappen) {
  const auto small = Load(Doubling(5));
  ASSERT_TRUE(small.ok()) << small.status();
  EXPECT_EQ(small->main().nodes.size(), 32U);
  EXPECT_EQ(NodesOf(Load(Doubling(29))),
            (Strings{"the model has 536870912 nodes once its functions are inlined; at most "
                     "2000000 are accepted"}));
  EXPECT_EQ(ReasonOf(Load(Doubling(63)).status()), Reason::kLimitExceeded);
}

TEST(FunctionsTest, FunctionsAreNestedAsDeepAsTheLimit) {
  ModelLimits limits;
  limits.max_nesting = 3;
  EXPECT_TRUE(Load(Doubling(2), limits).ok());
  EXPECT_EQ(ReasonOf(Load(Doubling(3), limits).status()), Reason::kLimitExceeded);
}

TEST(FunctionsTest, TooManyOperandsAreAnError) {
  EXPECT_EQ(NodesOf(Load(Parsed(
                std::string("g (float[2] a) => (float[2] b) { b = f.Twice(a, a) }") + kTwice))),
            (Strings{"Twice node '' has 2 inputs and 1 outputs; the function takes at most 1 and "
                     "gives 1"}));
}

TEST(FunctionsTest, SourceIsTheStackTraceElseTheDocString) {
  onnx::ModelProto proto = Parsed("g (float[2] a) => (float[2] c) { b = Relu(a)\n c = Neg(b) }");
  onnx::NodeProto& first = *proto.mutable_graph()->mutable_node(0);
  first.set_doc_string("File a.py, line 1");
  onnx::StringStringEntryProto entry;
  entry.set_key("pkg.torch.onnx.stack_trace");
  entry.set_value("File net.py, line 7, in forward");
  onnx::NodeProto& second = *proto.mutable_graph()->mutable_node(1);
  second.set_doc_string("less");
  second.mutable_unknown_fields()->AddLengthDelimited(9, entry.SerializeAsString());
  const auto model = Load(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->main().nodes[0].source, "File a.py, line 1");
  EXPECT_EQ(model->main().nodes[1].source, "File net.py, line 7, in forward");
}

TEST(FunctionsTest, ANodeOfAFunctionWithoutSourceHasThatOfTheCall) {
  onnx::ModelProto proto =
      Parsed(std::string("g (float[2] a) => (float[2] b) { b = f.Twice(a) }") + kTwice);
  proto.mutable_graph()->mutable_node(0)->set_doc_string("File net.py, line 7");
  proto.mutable_functions(0)->mutable_node(0)->set_doc_string("File twice.py, line 1");
  const auto model = Load(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->main().nodes[0].source, "File twice.py, line 1");
  EXPECT_EQ(model->main().nodes[1].source, "File net.py, line 7");
}

}  // namespace
}  // namespace roofline::testing
