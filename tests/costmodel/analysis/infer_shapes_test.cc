#include "costmodel/analysis/infer_shapes.h"

#include <gtest/gtest.h>

#include "costmodel/error.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

constexpr char kAdd[] =
    "g (float[batch, 3] x, float[3] b) => (float[batch, 3] y) { y = Add(x, b) }";

InferOptions InferShapesBatch(int64_t n) {
  InferOptions options;
  options.bindings.batch = n;
  return options;
}

std::string ErrorText(const absl::StatusOr<ShapedModel>& result) {
  return result.ok() ? "ok" : std::string(MessageOf(result.status()));
}

TEST(InferShapesTest, BatchBindsTheLeadingDimension) {
  const Model model =
      ParseModelText("g (float[batch, 3] x) => (float[batch, 3] y) { y = Add(x, x) }");
  const auto shaped = InferShapes(model, InferShapesBatch(32));
  ASSERT_TRUE(shaped.ok()) << shaped.status();
  EXPECT_EQ(ShapeText(*FactOf(model, *shaped, "y").shape), "32x3");
  EXPECT_EQ(shaped->dims.at("batch"), 32);
}

TEST(InferShapesTest, AnOpenDimensionIsAnErrorThatSaysHowToBindIt) {
  const Model model = ParseModelText(kAdd);
  EXPECT_EQ(
      ErrorText(InferShapes(model, {})),
      "input x (batchx3) has the open dimension batch; bind it with --dim batch=N or --batch N");
}

TEST(InferShapesTest, AWrongNameListsTheInputs) {
  const Model model = ParseModelText(kAdd);
  InferOptions options = InferShapesBatch(1);
  options.bindings.shapes["z"] = {1, 3};
  EXPECT_EQ(ErrorText(InferShapes(model, options)),
            "--input z: the model has no such input (inputs: x, b)");
}

TEST(InferShapesTest, ACycleIsPrinted) {
  const auto model = TryParseModelText(
      "g (float[1] x) => (float[1] a) { a = Add(x, c)\n b = Add(a, x)\n c = Add(b, x) }");
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(ReasonOf(model.status()), Reason::kMalformedModel);
  EXPECT_NE(MessageOf(model.status()).find("has a cycle: Add"), std::string_view::npos)
      << model.status();
}

TEST(InferShapesTest, NodesInAnyOrderAndDeadOnesLeftOut) {
  const Model model = ParseModelText(
      "g (float[2] x) => (float[2] y) { y = Add(a, x)\n dead = Mul(x, x)\n a = Sub(x, x) }");
  ASSERT_EQ(model.main().nodes.size(), 2U);
  EXPECT_EQ(model.main().nodes[0].op, "Sub");
  ASSERT_EQ(model.main().dead_nodes.size(), 1U);
  EXPECT_EQ(model.main().dead_nodes[0].op, "Mul");
}

TEST(InferShapesTest, AnUnknownOperatorLeavesItsOutputUnknownUnlessDeclared) {
  const Model model = ParseModelText("g (float[2] x) => (float[2, 5] y) { y = com.acme.Magic(x) }");
  const auto shaped = InferShapes(model, {});
  ASSERT_TRUE(shaped.ok()) << shaped.status();
  EXPECT_EQ(ShapeText(*FactOf(model, *shaped, "y").shape), "2x5");
  EXPECT_EQ(FactOf(model, *shaped, "y").mark, Mark::kAssumed);
}

}  // namespace
}  // namespace roofline::testing
