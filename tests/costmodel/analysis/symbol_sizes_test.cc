#include "costmodel/analysis/symbol_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "costmodel/analysis/bindings.h"
#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

// A decoder step: its mask spans the past and the new tokens, and nothing else names the sum.
Model Decoder(const std::string& mask_length = "past + seq", const std::string& leading = "batch") {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto,
      "<ir_version: 8, opset_import: [\"\" : 17]>\n"
      "g (int64[batch, seq] ids, int64[x, y] mask, float[batch, 8, past, 64] keys)"
      " => (int64[batch, seq] a, int64[x, y] b, float[batch, 8, past, 64] c)"
      " { a = Identity(ids)\n b = Identity(mask)\n c = Identity(keys) }");
  if (!status.IsOK()) throw std::invalid_argument(status.ErrorMessage());
  auto* dims = proto.mutable_graph()->mutable_input(1)->mutable_type()->mutable_tensor_type();
  dims->mutable_shape()->mutable_dim(0)->set_dim_param(leading);
  dims->mutable_shape()->mutable_dim(1)->set_dim_param(mask_length);
  auto model = LoadModel(proto.SerializeAsString(), ModelLimits());
  if (!model.ok()) throw std::invalid_argument(model.status().ToString());
  return *std::move(model);
}

// Shapes of the inputs, or what is wrong.
std::string Bound(const Model& model, const Bindings& bindings) {
  const auto inputs = BindInputs(model.main(), bindings, ModelLimits());
  if (!inputs.ok()) return std::string(MessageOf(inputs.status()));
  std::string shapes;
  for (const Fact& fact : inputs->facts) shapes += ShapeText(*fact.shape) + " ";
  return shapes;
}

TEST(SymbolSizesTest, ASumFollowsFromItsParts) {
  const Bindings bindings{.batch = 2, .dims = {{"past", 7}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder(), bindings), "2x3 2x10 2x8x7x64 ");
}

TEST(SymbolSizesTest, PartsMayComeFromWholeShapes) {
  const Bindings bindings{.shapes = {{"ids", {2, 3}}, {"keys", {2, 8, 7, 64}}}};
  EXPECT_EQ(Bound(Decoder(), bindings), "2x3 2x10 2x8x7x64 ");
}

TEST(SymbolSizesTest, TheWholeNameGoesFirst) {
  const Bindings bindings{.batch = 2, .dims = {{"past", 7}, {"seq", 3}, {"past + seq", 16}}};
  EXPECT_EQ(Bound(Decoder(), bindings), "2x3 2x16 2x8x7x64 ");
}

TEST(SymbolSizesTest, TheBatchGivenTwiceMustBeOne) {
  Bindings bindings{.batch = 1, .dims = {{"batch", 2}, {"past", 7}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder(), bindings),
            "--batch 1 and --dim batch=2 contradict each other; give one of them");
  bindings.batch = 2;
  EXPECT_EQ(Bound(Decoder(), bindings), "2x3 2x10 2x8x7x64 ");
}

// N leads the mask here; behind the batch it would count something else.
TEST(SymbolSizesTest, ALetterIsTheBatchWhereItLeads) {
  const Bindings leading{.batch = 2, .dims = {{"N", 5}, {"past", 7}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder("past + seq", "N"), leading),
            "--batch 2 and --dim N=5 contradict each other; give one of them");
  const Bindings inner{.batch = 2, .dims = {{"N", 5}, {"past", 7}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder("N", "batch"), inner), "2x3 2x5 2x8x7x64 ");
}

TEST(SymbolSizesTest, AWholeShapeThatContradictsTheParts) {
  const Bindings bindings{.dims = {{"batch", 2}, {"past", 7}, {"seq", 3}},
                          .shapes = {{"mask", {2, 11}}}};
  EXPECT_EQ(Bound(Decoder(), bindings),
            "input mask: the dimension past + seq is given as 11, but its parts make 10; change "
            "either, or state it with --dim 'past + seq=N'");
}

TEST(SymbolSizesTest, AnOpenPartIsNamedWithItsOption) {
  const Bindings bindings{.batch = 2, .dims = {{"seq", 3}}};
  EXPECT_EQ(Bound(Decoder("context + seq"), bindings),
            "input mask (batchxcontext + seq) has the open dimension context + seq; bind it with "
            "--dim context=N, or as a whole with --dim 'context + seq=N'");
}

TEST(SymbolSizesTest, APartThatNoDimensionIsNamedAfterCanBeBound) {
  const Bindings bindings{.batch = 2, .dims = {{"past", 7}, {"context", 5}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder("context + seq"), bindings), "2x3 2x8 2x8x7x64 ");
}

TEST(SymbolSizesTest, ALeadingProductIsNoPlainBatch) {
  const Bindings bindings{.batch = 2, .dims = {{"past", 7}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder("past + seq", "batch*4"), bindings), "2x3 8x10 2x8x7x64 ");
  EXPECT_THAT(Bound(Decoder("past + seq", "batch*heads"), bindings),
              HasSubstr("has the open dimension batch*heads; bind it with --dim heads=N"));
}

TEST(SymbolSizesTest, AnImpossibleSizeNamesTheInput) {
  const Bindings bindings{.batch = 2, .dims = {{"past", 7}, {"seq", 3}}};
  EXPECT_EQ(Bound(Decoder("seq - past"), bindings),
            "input mask: the dimension seq - past is -4 with seq=3, past=7");
}

TEST(SymbolSizesTest, AnUnknownNameListsWhatThereIs) {
  EXPECT_EQ(Bound(Decoder(), {.dims = {{"sequence", 3}}}),
            "--dim sequence: no input has a dimension of that name (named dimensions: batch, seq, "
            "past + seq, past)");
}

}  // namespace
}  // namespace roofline::testing
