// Multiply-accumulates and parameters of the transformers, against their closed forms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/generator/trusted_model.h"

namespace roofline::examples {
namespace {

using ::testing::ElementsAre;

// Twelve layers, 768 wide, 3072 inside: of one token, less attention between positions.
constexpr int64_t kLayerMacs = 4 * 768 * 768 + 2 * 768 * 3072;

TrustedModel Bert(int64_t batch, int64_t sequence) {
  return {Parse(Generate(FindNetwork("bert-base"))),
          {{"batch", batch}, {"sequence", sequence}},
          {{"/embeddings/Slice_output_0", {{1, sequence}}}}};
}

TEST(BertBase, HasThePublishedFigures) {
  EXPECT_EQ(CountMacs(Bert(1, 128)), 11'174'215'680);
  EXPECT_EQ(CountParameters(Bert(1, 128).graph()), 109'482'240);
}

TEST(BertBase, DoesTheWorkOfItsClosedForm) {
  using Case = std::pair<int64_t, int64_t>;
  for (const auto& [batch, sequence] : {Case{1, 1}, Case{1, 32}, Case{4, 384}}) {
    // Scores and their use: 768 multiply-accumulates each for a pair of positions. The pooler sees
    // one position.
    const int64_t layer = sequence * kLayerMacs + 2 * sequence * sequence * 768;
    EXPECT_EQ(CountMacs(Bert(batch, sequence)), batch * (12 * layer + int64_t{768} * 768));
  }
}

TEST(BertBase, HasTheOutputsOfTheLibrary) {
  const TrustedModel model = Bert(2, 16);
  EXPECT_THAT(model.Shape("last_hidden_state"), ElementsAre(2, 16, 768));
  EXPECT_THAT(model.Shape("pooler_output"), ElementsAre(2, 768));
}

TEST(BertLarge, HasThePublishedFigures) {
  const TrustedModel model(Parse(Generate(FindNetwork("bert-large"))),
                           {{"batch", 2}, {"sequence", 32}},
                           {{"/embeddings/Slice_output_0", {{1, 32}}}});
  EXPECT_EQ(CountParameters(model.graph()), 335'141'888);
  const int64_t token = 4 * 1024 * 1024 + 2 * 1024 * 4096;
  const int64_t layer = 32 * token + 2 * int64_t{32} * 32 * 1024;
  EXPECT_EQ(CountMacs(model), 2 * (24 * layer + int64_t{1024} * 1024));
}

struct Step {
  int64_t batch;
  int64_t sequence;
  int64_t past;
};

TrustedModel Gpt(const Step& step) {
  const int64_t total = step.past + step.sequence;
  return {Parse(Generate(FindNetwork("gpt-small"))),
          {{"batch", step.batch},
           {"sequence", step.sequence},
           {"past_sequence", step.past},
           {"past_sequence + sequence", total}},
          {{"/transformer/Range_output_0", {{step.sequence}}},
           {"/transformer/Range_1_output_0", {{total}}}}};
}

TEST(GptSmall, HasThePublishedFigures) {
  EXPECT_EQ(CountMacs(Gpt({1, 64, 0})), 7'981'547'520);
  EXPECT_EQ(CountMacs(Gpt({1, 1, 128})), 125'909'760);
  EXPECT_EQ(CountMacs(Gpt({4, 1, 128})), 503'639'040);
  EXPECT_EQ(CountParameters(Gpt({1, 1, 0}).graph()), 124'439'808);
}

TEST(GptSmall, DoesTheWorkOfItsClosedForm) {
  for (const Step& step : {Step{1, 64, 0}, Step{1, 1, 128}, Step{4, 3, 512}}) {
    const int64_t total = step.past + step.sequence;
    const int64_t layer = step.sequence * (kLayerMacs + 2 * total * 768);
    EXPECT_EQ(CountMacs(Gpt(step)), step.batch * (12 * layer + step.sequence * 768 * 50257))
        << step.sequence << " after " << step.past;
  }
}

TEST(GptSmall, GrowsItsCache) {
  const TrustedModel model = Gpt({1, 2, 128});
  EXPECT_THAT(model.Shape("past_key_values.11.key"), ElementsAre(1, 12, 128, 64));
  EXPECT_THAT(model.Shape("present.11.key"), ElementsAre(1, 12, 130, 64));
  EXPECT_THAT(model.Shape("present.0.value"), ElementsAre(1, 12, 130, 64));
  EXPECT_THAT(model.Shape("logits"), ElementsAre(1, 2, 50257));
}

TrustedModel Llama(const Step& step) {
  const int64_t total = step.past + step.sequence;
  return {Parse(Generate(FindNetwork("llama-3-8b"))),
          {{"batch", step.batch},
           {"sequence", step.sequence},
           {"past_sequence", step.past},
           {"past_sequence + sequence", total}},
          {{"/model/Range_output_0", {{step.sequence}}}, {"/model/Range_1_output_0", {{total}}}}};
}

TEST(Llama, HasItsEightBillionParameters) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork("llama-3-8b")));
  // Projections of queries and output, of keys and values; the three of the MLP; two norms.
  const int64_t layer = 2 * int64_t{4096} * 4096 + 2 * int64_t{4096} * 1024 +
                        int64_t{3} * 4096 * 14336 + 2 * int64_t{4096};
  EXPECT_EQ(CountParameters(model.graph()), 2 * int64_t{128'256} * 4096 + 32 * layer + 4096);
  EXPECT_EQ(CountParameters(model.graph()), 8'030'261'248);
}

TEST(Llama, DoesTheWorkOfItsClosedForm) {
  const Step step = {2, 1, 128};
  const int64_t total = step.past + step.sequence;
  const int64_t token =
      2 * int64_t{4096} * 4096 + 2 * int64_t{4096} * 1024 + int64_t{3} * 4096 * 14336;
  const int64_t layer = step.sequence * (token + 2 * total * 4096);
  const TrustedModel model = Llama(step);
  EXPECT_EQ(CountMacs(model), step.batch * (32 * layer + step.sequence * 4096 * 128'256));
  EXPECT_THAT(model.Shape("present.31.value"), ElementsAre(2, 8, 129, 128));
  EXPECT_THAT(model.Shape("logits"), ElementsAre(2, 1, 128'256));
}

TEST(VitB16, HasThePublishedFigures) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork("vit-b16")));
  EXPECT_EQ(CountParameters(model.graph()), 86'567'656);
  for (int64_t batch : {1, 4}) {
    const TrustedModel bound(model, {{"batch", batch}},
                             {{"/Expand_output_0", {{batch, 1, 768}, onnx::TensorProto::FLOAT}}});
    EXPECT_EQ(CountMacs(bound), batch * 17'563'828'224);
  }
}

// Of a larger image only the table of positions is larger.
TEST(VitB16, GrowsWithItsImage) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork("vit-b16-384")));
  constexpr int64_t kPatches = 24 * 24;
  EXPECT_EQ(CountParameters(model.graph()), 86'567'656 + (kPatches - 14 * 14) * 768);
  const TrustedModel bound(model, {{"batch", 1}},
                           {{"/Expand_output_0", {{1, 1, 768}, onnx::TensorProto::FLOAT}}});
  constexpr int64_t kTokens = 1 + kPatches;
  EXPECT_EQ(CountMacs(bound), kPatches * (3 * 16 * 16 * 768) +
                                  12 * kTokens * (kLayerMacs + 2 * kTokens * 768) + 768 * 1000);
}

TEST(LstmLayer, HasTheFiguresOfItsCells) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork("lstm-512")));
  EXPECT_EQ(CountParameters(model.graph()), 4 * 512 * (512 + 512) + 8 * 512);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 3}, {"sequence", 25}})),
            3 * 25 * (4 * 512 * (512 + 512)));
}

TEST(LstmClassifier, HasTheFiguresOfItsCells) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork("lstm")));
  // Two layers of 4 gates over 64 inputs and 64 states, and a classifier of ten.
  EXPECT_EQ(CountParameters(model.graph()), 2 * (4 * 64 * (64 + 64) + 8 * 64) + 10 * 64 + 10);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 3}, {"sequence", 100}})),
            3 * (2 * 3'276'800 + 64 * 10));
}

}  // namespace
}  // namespace roofline::examples
