#include "costmodel/analysis/decoder.h"

#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline {
namespace {

constexpr char kDecoder[] =
    "g (int64[batch,seq] input_ids, int64[batch,all] attention_mask, float[batch,2,past,4] "
    "past_key, float[batch,2,past,4] past_value) => (float[batch,2,past,4] y) { y = Add(past_key, "
    "past_value) }";

TEST(DecoderTest, BindsTheTokensThePastAndTheirSum) {
  const Model model = testing::ParseModelText(kDecoder);
  Bindings bindings;
  ASSERT_TRUE(BindDecoder(model.main(), {DecoderPhase::kDecode, 1, 100}, bindings).ok());
  EXPECT_EQ(bindings.dims.at("seq"), 1);
  EXPECT_EQ(bindings.dims.at("past"), 100);
  EXPECT_EQ(bindings.dims.at("all"), 101);
}

TEST(DecoderTest, CacheBytesFollowFromTheShapes) {
  const Model model = testing::ParseModelText(kDecoder);
  const DecoderRun run{DecoderPhase::kPrefill, 7, 3};
  InferOptions options;
  options.bindings.batch = 5;
  ASSERT_TRUE(BindDecoder(model.main(), run, options.bindings).ok());
  const auto shaped = InferShapes(model, options);
  ASSERT_TRUE(shaped.ok()) << shaped.status();
  const auto facts = DecoderFactsOf(model.main(), *shaped, run, std::nullopt);
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->cache_bytes_per_token.value(),
            2 * 2 * 4 * 4);  // key and value, heads, size, fp32
  EXPECT_EQ(facts->cache_bytes.value(), 64 * 5 * (7 + 3));
  EXPECT_EQ(DecoderFactsOf(model.main(), *shaped, run, 16)->cache_bytes_per_token.value(), 32);
}

TEST(DecoderTest, Llama3Of8BillionCaches131072BytesPerToken) {
  Bindings bindings{.batch = 1, .dims = {{"sequence", 1}, {"past_sequence", 512}}};
  const testing::CountedModel model = testing::CountNetwork("llama-3-8b", bindings);
  const auto facts = DecoderFactsOf(model.model->main(), *model.shaped,
                                    {DecoderPhase::kDecode, 1, 512}, std::nullopt);
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->cache_bytes_per_token.value(), 32 * 2 * 8 * 128 * 2);  // = 131,072
  EXPECT_EQ(facts->cache_bytes.value(), 131072 * 513);
}

TEST(DecoderTest, WhatIsNoDecoderIsRefused) {
  const Model model = testing::ParseModelText("g (float[N] x) => (float[N] y) { y = Relu(x) }");
  Bindings bindings;
  EXPECT_EQ(ReasonOf(BindDecoder(model.main(), {}, bindings)), Reason::kInvalidArgument);
}

TEST(DecoderTest, AnExportForAnotherPhaseIsRefused) {
  const Model model = testing::ParseModelText(
      "g (int64[1,1] ids, float[1,2,past,4] past_key) => (float[1,2,past,4] y) { y = "
      "Relu(past_key) }");
  Bindings bindings;
  const absl::Status status = BindDecoder(model.main(), {DecoderPhase::kPrefill, 8, 0}, bindings);
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_EQ(MessageOf(status),
            "input ids: dimension 1 is fixed to 1, this phase needs 8; the model was exported for "
            "another one");
}

}  // namespace
}  // namespace roofline
