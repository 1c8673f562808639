#include "costmodel/convention/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "costmodel/data_dir.h"
#include "costmodel/error.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

std::string ErrorOf(std::string_view yaml) {
  const auto convention = ReadConvention(yaml, "mine.yaml", DataDirectory());
  return convention.ok() ? "ok" : std::string(MessageOf(convention.status()));
}

TEST(ConventionReaderTest, EveryShippedConventionLoadsUnderItsName) {
  const auto names = ListConventions(DataDirectory());
  ASSERT_TRUE(names.ok()) << names.status();
  EXPECT_THAT(*names, ::testing::ElementsAre("chainer", "chainer-nofma", "flops", "fvcore", "macs",
                                             "ptflops", "thop", "xla"));
  for (const std::string& name : *names) {
    const Convention convention = Shipped(name);
    EXPECT_EQ(convention.name(), name);
    EXPECT_FALSE(convention.title().empty()) << name;
    EXPECT_FALSE(convention.source().empty()) << name;
  }
}

TEST(ConventionReaderTest, AnUnknownNameHasNearestOnes) {
  const auto convention = LoadConvention({.name = "chiner"});
  EXPECT_EQ(ReasonOf(convention.status()), Reason::kUnknownConvention);
  EXPECT_EQ(MessageOf(convention.status()).substr(0, 52),
            "there is no convention 'chiner'; did you mean 'chain");
  const auto elsewhere = LoadConvention({.name = "flops", .data_directory = "/nowhere"});
  EXPECT_EQ(ReasonOf(elsewhere.status()), Reason::kFileNotFound);
}

TEST(ConventionReaderTest, ANameIsNeverAPath) {
  for (const std::string path :
       {"./none.yaml", "./", "../conventions/flops", "/etc/passwd", "flops.yaml"}) {
    EXPECT_EQ(ReasonOf(LoadConvention({.name = path}).status()), Reason::kUnknownConvention)
        << path;
  }
}

TEST(ConventionReaderTest, ATextOfTheUsersOwnExtendsTheDataFolder) {
  const auto own =
      LoadConvention({.name = "own.yaml", .yaml = "name: own\ntitle: Own\nextends: chainer\n"});
  ASSERT_TRUE(own.ok()) << own.status();
  EXPECT_EQ(own->name(), "own");
  const auto lost = LoadConvention({.name = "own.yaml",
                                    .yaml = "name: own\ntitle: Own\nextends: chainer\n",
                                    .data_directory = "/nowhere"});
  EXPECT_EQ(ReasonOf(lost.status()), Reason::kInvalidRules);
}

TEST(ConventionReaderTest, MistakesNameFileLineKeyAndColumn) {
  const std::string head = "name: mine\ntitle: My own\n";
  const struct {
    std::string yaml;
    std::string_view problem;
  } cases[] = {
      {"title: a", "mine.yaml:1: name: this key is required"},
      {"name: Mine!\ntitle: a", "mine.yaml:1: name: expected lower-case letters"},
      {head + "default: {flops: 2*macc}",
       "mine.yaml:3: default.flops: column 3: unknown name 'macc'; did you mean 'macs'"},
      {head + "default: {flop: 1}", "default.flop: unknown key; did you mean 'flops'"},
      {head + "default: {let: {a: '1'}}", "default.let: names belong to a rule"},
      {head + "rules:\n  - flops: n",
       "mine.yaml:4: rules[0].operators: a rule names its operators"},
      {head + "rules:\n  - operators: [Relu]\n    flops: n +\n",
       "mine.yaml:5: rules[0].flops: column 4: the expression ends too early"},
      {head + "rules:\n  - operators: [Relu]\n  - operators: [Elu, ai.onnx/Relu]\n",
       "mine.yaml:5: rules[1].operators: ai.onnx/Relu has a rule already"},
      {head + "rules:\n  - operators: [Relu]\n    let: {n: '1'}\n",
       "rules[0].let.n: this name has a meaning already"},
      {head + "rules:\n  - operators: [Relu]\n    let: {a-b: '1'}\n",
       "rules[0].let.a-b: a name is made of letters"},
      {head + "rules: 3", "mine.yaml:3: rules: expected a list"},
      {head + "rule: []", "mine.yaml:3: rule: unknown key; did you mean 'rules'"},
      {head + "extends: chain", "mine.yaml:3: extends: there is no convention 'chain'"},
      {"- a", "mine.yaml:1: expected 'key: value' lines"},
  };
  for (const auto& c : cases) {
    EXPECT_NE(ErrorOf(c.yaml).find(c.problem), std::string::npos) << c.yaml << "\n"
                                                                  << ErrorOf(c.yaml);
  }
}

constexpr char kTwoLayers[] =
    "g (float[2, 5] x) => (float[2, 5] z) { y = Relu(x)\n z = com.acme.Magic(y) }";

TEST(ConventionReaderTest, AUsersRulesReachTheirOperators) {
  const auto convention = ReadConvention(
      "name: mine\n"
      "title: My own\n"
      "default: {flops: '7', read: '1'}\n"
      "rules:\n"
      "  - operators: com.acme/Magic\n"
      "    let: {c: 'dim(0, -1)', twice: 2*c}\n"
      "    flops: twice*n\n"
      "    write: c\n",
      "mine.yaml", "");
  ASSERT_TRUE(convention.ok()) << convention.status();
  const CountedModel model = CountModel(ParseModelText(kTwoLayers));
  EXPECT_EQ(TotalsOf(model, *convention, "Relu"), (Totals{1, 7, 1, 2 * 5 * 4}));
  EXPECT_EQ(TotalsOf(model, *convention, "Magic"), (Totals{1, 2 * 5 * (2 * 5), 1, 5}));
}

TEST(ConventionReaderTest, ExtendsTakesOverWhatIsNotRestated) {
  const auto convention = ReadConvention(
      "name: mine\ntitle: My own\nextends: chainer\n"
      "rules:\n  - operators: [LeakyRelu]\n    flops: 3*n\n",
      "mine.yaml", DataDirectory());
  ASSERT_TRUE(convention.ok()) << convention.status();
  EXPECT_EQ(convention->name(), "mine");
  const CountedModel model = CountModel(
      ParseModelText("g (float[2, 5] x) => (float[2, 5] z) { y = LeakyRelu(x)\n z = Sigmoid(y) }"));
  EXPECT_EQ(TotalsOf(model, *convention, "LeakyRelu").flops, 3 * 2 * 5);
  EXPECT_EQ(TotalsOf(model, *convention, "Sigmoid").flops, 4 * 2 * 5);
}

TEST(ConventionReaderTest, ARuleThatCannotBeEvaluatedNamesTheLayer) {
  const auto convention = ReadConvention(
      "name: mine\ntitle: My own\nrules:\n  - operators: [Relu]\n    read: dim(0, 2)\n",
      "mine.yaml", "");
  ASSERT_TRUE(convention.ok()) << convention.status();
  const CountedModel model = CountModel(ParseModelText(kTwoLayers));
  const auto counts = convention->CountLayer(model.layers[0]);
  EXPECT_EQ(ReasonOf(counts.status()), Reason::kInvalidRules);
  EXPECT_EQ(MessageOf(counts.status()),
            "convention mine, layer y (Relu): read: 'dim(0, 2)': input 0 (2x5) has no axis 2");
}

}  // namespace
}  // namespace roofline::testing
