#include "costmodel/custom/custom_rules.h"

#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

constexpr char kCustomRulesModel[] =
    "g (float[2, 100, 8] x, float16[2, 30, 8] q) => (float[N, M] z) { y, i = "
    "com.acme.Deform<points = 4>(x, q)\n z = Relu(y) }";

constexpr char kDeform[] =
    "rules:\n"
    "  - op: com.acme/Deform\n"
    "    let: {queries: 'dim(1, 1)'}\n"
    "    shapes:\n"
    "      - [\"dim(0, 0)\", queries, attr.points*2]\n"
    "      - in1\n"
    "    dtypes: [in0, int64]\n"
    "    macs: 4*prod(out0)*attr.points\n"
    "    flops: 2*prod(out0)\n"
    "    transcendentals: queries\n"
    "    read: bytes(in0)/2 + bytes(in1)\n";

absl::StatusOr<CountedModel> CountWith(const CustomRules& rules, const std::string& text) {
  CountedModel counted;
  counted.model = std::make_unique<Model>(ParseModelText(text));
  InferOptions options;
  options.rules = &rules;
  ASSIGN_OR_RETURN(ShapedModel shaped, InferShapes(*counted.model, options));
  counted.shaped = std::make_unique<ShapedModel>(std::move(shaped));
  ASSIGN_OR_RETURN(counted.layers, CountLayers(*counted.model, *counted.shaped));
  return counted;
}

TEST(CustomRulesTest, ShapesWorkAndTrafficOfAnOperatorWeDoNotKnow) {
  const auto rules = ReadCustomRules(kDeform, "rules.yaml");
  ASSERT_TRUE(rules.ok()) << rules.status();
  const auto counted = CountWith(*rules, kCustomRulesModel);
  ASSERT_TRUE(counted.ok()) << counted.status();
  ASSERT_EQ(counted->layers.size(), 2U);
  const Layer& layer = counted->layers[0];
  EXPECT_EQ(layer.custom, &rules->rules()[0]);
  EXPECT_EQ(layer.mark, Mark::kExact);
  EXPECT_EQ(ShapeText(*layer.outputs[0]->shape), "2x30x8");
  EXPECT_EQ(layer.outputs[0]->dtype, DType::kFloat32);
  EXPECT_EQ(ShapeText(*layer.outputs[1]->shape), "2x30x8");
  EXPECT_EQ(layer.outputs[1]->dtype, DType::kInt64);
  EXPECT_EQ(layer.work.macs, Count(4 * (2 * 30 * 8) * 4));
  EXPECT_EQ(layer.work.arithmetic, Count(2 * (2 * 30 * 8)));
  EXPECT_EQ(layer.work.transcendentals, Count(30));
  EXPECT_EQ(layer.work.TotalRead(), Count(2 * 100 * 8 * 4 / 2 + 2 * 30 * 8 * 2));
  EXPECT_EQ(layer.work.TotalWritten(), Count(2 * 30 * 8 * 4 + 2 * 30 * 8 * 8));
  EXPECT_EQ(layer.work.math, DType::kFloat32);
  EXPECT_EQ(counted->layers[1].custom, nullptr);
  EXPECT_EQ(ShapeText(*counted->layers[1].outputs[0]->shape), "2x30x8");
}

TEST(CustomRulesTest, ARuleGoesBeforeTheBuiltInOne) {
  const auto rules = ReadCustomRules("rules:\n  - op: Sigmoid\n    flops: 3*n\n", "rules.yaml");
  ASSERT_TRUE(rules.ok()) << rules.status();
  const auto counted = CountWith(*rules, "g (float[2, 5] x) => (float[2, 5] y) { y = Sigmoid(x) }");
  ASSERT_TRUE(counted.ok()) << counted.status();
  const Work& work = counted->layers[0].work;
  EXPECT_EQ(work.Flops(), Count(3 * 2 * 5));
  EXPECT_EQ(work.TotalRead(), Count(2 * 5 * 4));
}

TEST(CustomRulesTest, TrafficAloneLeavesTheBuiltInCounts) {
  const auto rules = ReadCustomRules("rules:\n  - op: Add\n    write: '8'\n", "rules.yaml");
  ASSERT_TRUE(rules.ok()) << rules.status();
  const auto counted = CountWith(*rules, "g (float[2, 5] x) => (float[2, 5] y) { y = Add(x, x) }");
  ASSERT_TRUE(counted.ok()) << counted.status();
  EXPECT_EQ(counted->layers[0].work.arithmetic, Count(2 * 5));
  EXPECT_EQ(counted->layers[0].work.TotalWritten(), Count(8));
}

TEST(CustomRulesTest, ARuleWithoutWorkLeavesItUnknown) {
  const auto rules =
      ReadCustomRules("rules:\n  - op: com.acme/Deform\n    shapes: [in0]\n", "rules.yaml");
  ASSERT_TRUE(rules.ok()) << rules.status();
  const auto counted = CountWith(*rules, kCustomRulesModel);
  ASSERT_TRUE(counted.ok()) << counted.status();
  EXPECT_EQ(ShapeText(*counted->layers[0].outputs[0]->shape), "2x100x8");
  EXPECT_EQ(counted->layers[0].mark, Mark::kUnknown);
}

TEST(CustomRulesTest, TheFirstFileThatHasARuleForAnOperatorHolds) {
  CustomRules rules;
  ASSERT_TRUE(rules.Add("rules:\n  - op: a/B\n    flops: '1'\n", "own.yaml").ok());
  ASSERT_TRUE(rules
                  .Add("rules:\n  - op: c/D\n    flops: '2'\n  - op: a/B\n    flops: '3'\n"
                       "  - op: Relu\n    flops: '4'\n",
                       "server.yaml")
                  .ok());
  EXPECT_EQ(rules.Find("a", "B")->place, "own.yaml:2");
  EXPECT_EQ(rules.Find("c", "D")->place, "server.yaml:2");
  EXPECT_EQ(rules.Find("", "Relu")->place, "server.yaml:6");
  EXPECT_EQ(rules.Find("a", "A"), nullptr);
  EXPECT_EQ(rules.Find("c", "Z"), nullptr);
  EXPECT_FALSE(rules.Add("rules: 3", "broken.yaml").ok());
  EXPECT_EQ(rules.rules().size(), 4U);
}

TEST(CustomRulesTest, MistakesInTheFile) {
  const std::string head = "rules:\n  - op: a/B\n";
  const struct {
    std::string yaml;
    std::string_view problem;
  } cases[] = {
      {"rules:\n  - macs: n", "r.yaml:2: rules[0].op: this key is required"},
      {head + "    macs: 2*\n", "r.yaml:3: rules[0].macs: column 3: the expression ends too early"},
      {head + "    flops: macs\n", "rules[0].flops: column 1: 'macs' is not known yet"},
      {head + "    shapes: [[n, y]]\n",
       "r.yaml:3: rules[0].shapes[0][1]: column 1: 'y' is not known yet"},
      {head + "    shapes: n\n", "rules[0].shapes: expected a list with one item per output"},
      {head + "    shapes: [n]\n", "rules[0].shapes[0]: expected a list of extents, or in0"},
      {head + "    dtypes: [in0]\n", "rules[0].dtypes[0]: there is no shape for this output"},
      {head + "    shapes: [in0]\n    dtypes: [float]\n",
       "r.yaml:4: rules[0].dtypes[0]: expected a type such as float32"},
      {head + "    mac: n\n", "rules[0].mac: unknown key; did you mean 'macs'"},
      {head + "  - op: a/B\n", "r.yaml:3: rules[1].op: B has a rule already (r.yaml:2)"},
      {"rule: []", "r.yaml:1: rule: unknown key; did you mean 'rules'"},
  };
  for (const auto& c : cases) {
    const auto rules = ReadCustomRules(c.yaml, "r.yaml");
    ASSERT_FALSE(rules.ok()) << c.yaml;
    EXPECT_EQ(ReasonOf(rules.status()), Reason::kInvalidRules);
    EXPECT_NE(MessageOf(rules.status()).find(c.problem), std::string_view::npos) << c.yaml << "\n"
                                                                                 << rules.status();
  }
}

TEST(CustomRulesTest, WhatCannotBeEvaluatedNamesRuleAndNode) {
  const struct {
    std::string keys;
    std::string_view problem;
  } cases[] = {
      {"shapes: [[attr.heads]]",
       "r.yaml:2: shapes[0]: Deform node '': 'attr.heads': the node has no numeric attribute"},
      {"shapes: [in5]", "r.yaml:2: shapes[0]: Deform node '': input 5 is absent"},
      {"shapes: [[\"1 - 2\"]]", "'1 - 2': -1 is negative"},
      {"shapes: [[\"2^52\", \"2^52\"]]", "more bytes than int64 can count"},
      {"shapes: [in0, in0]\n    macs: n/7", "r.yaml:2: macs: Deform node '': 'n/7': "},
  };
  for (const auto& c : cases) {
    const auto rules =
        ReadCustomRules("rules:\n  - op: com.acme/Deform\n    " + c.keys + "\n", "r.yaml");
    ASSERT_TRUE(rules.ok()) << rules.status();
    const auto counted = CountWith(*rules, kCustomRulesModel);
    ASSERT_FALSE(counted.ok()) << c.keys;
    EXPECT_NE(MessageOf(counted.status()).find(c.problem), std::string_view::npos)
        << counted.status();
  }
}

}  // namespace
}  // namespace roofline::testing
