#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

// Scale, subtract, exp, divide per score; max and sum one less per row.
struct ScoreWork {
  int64_t arithmetic;
  int64_t comparisons;
};
ScoreWork Softmax(int64_t scores, int64_t rows) {
  return {scores * 3 + scores - rows, scores - rows};
}

TEST(AttentionTest, FourDimensional) {
  const OperatorResult a = OperatorCase("Attention", 23)
                               .In(kF32, {2, 8, 16, 64})
                               .In(kF32, {2, 8, 32, 64})
                               .In(kF32, {2, 8, 32, 48})
                               .Outputs(4)
                               .Run();
  EXPECT_EQ(a.shape(0), "2x8x16x48");
  EXPECT_EQ(a.shape(1), "2x8x32x64");
  EXPECT_EQ(a.shape(2), "2x8x32x48");
  EXPECT_EQ(a.shape(3), "2x8x16x32");
  const int64_t scores = 2 * 8 * 16 * 32;
  EXPECT_EQ(a.work.macs, Count(scores * (64 + 48)));
  EXPECT_EQ(a.work.transcendentals, Count(scores));
  EXPECT_EQ(a.work.arithmetic, Count(Softmax(scores, 2 * 8 * 16).arithmetic));
  EXPECT_EQ(a.work.comparisons, Count(Softmax(scores, 2 * 8 * 16).comparisons));
}

TEST(AttentionTest, GroupedHeadsInThreeDimensions) {
  for (const int opset : {23, 24, 25}) {
    const OperatorResult a = OperatorCase("Attention", opset)
                                 .In(kF32, {2, 16, 8 * 64})
                                 .In(kF32, {2, 32, 2 * 64})
                                 .In(kF32, {2, 32, 2 * 64})
                                 .Int("q_num_heads", 8)
                                 .Int("kv_num_heads", 2)
                                 .Run();
    EXPECT_EQ(a.shape(), "2x16x512") << opset;
    EXPECT_EQ(a.work.macs, Count(2 * 8 * 16 * 32 * (64 + 64))) << opset;
  }
}

TEST(AttentionTest, CausalWithPastCountsVisibleScores) {
  const OperatorResult a = OperatorCase("Attention", 24)
                               .In(kF32, {1, 4, 3, 8})
                               .In(kF32, {1, 4, 3, 8})
                               .In(kF32, {1, 4, 3, 8})
                               .None()
                               .In(kF32, {1, 4, 5, 8})
                               .In(kF32, {1, 4, 5, 8})
                               .Int("is_causal", 1)
                               .Outputs(3)
                               .Run();
  EXPECT_EQ(a.shape(1), "1x4x8x8");
  EXPECT_EQ(a.work.macs, Count(4 * (6 + 7 + 8) * (8 + 8)));
  EXPECT_EQ(a.work.write_bytes[1], Count(4 * 4 * 8 * 8));
}

TEST(AttentionTest, WindowsOfOpset25) {
  const OperatorResult a = OperatorCase("Attention", 25)
                               .In(kF32, {1, 1, 4, 8})
                               .In(kF32, {1, 1, 6, 8})
                               .In(kF32, {1, 1, 6, 8})
                               .Int("left_window_size", 2)
                               .Int("right_window_size", 1)
                               .Run();
  EXPECT_EQ(a.work.macs, Count((2 + 3 + 4 + 4) * 16));
}

TEST(AttentionTest, ValidKeysOfAnExternalCache) {
  const OperatorResult a = OperatorCase("Attention", 24)
                               .In(kF32, {2, 1, 4, 8})
                               .In(kF32, {2, 1, 8, 8})
                               .In(kF32, {2, 1, 8, 8})
                               .None()
                               .None()
                               .None()
                               .In({4, 8})
                               .Int("is_causal", 1)
                               .Run();
  EXPECT_EQ(a.work.macs, Count(((1 + 2 + 3 + 4) + (5 + 6 + 7 + 8)) * 16));
  EXPECT_EQ(a.work.read_bytes[1], Count(4 * (4 + 8) * 8));
}

TEST(AttentionTest, MasksAndSoftcap) {
  const auto masked = [](DType dtype) {
    return OperatorCase("Attention", 23)
        .In(kF32, {1, 2, 4, 8})
        .In(kF32, {1, 2, 4, 8})
        .In(kF32, {1, 2, 4, 8})
        .In(dtype, {4, 4})
        .Float("softcap", 30.0)
        .Run();
  };
  const int64_t scores = 2 * 4 * 4;
  EXPECT_EQ(masked(kF32).work.arithmetic, Count(Softmax(scores, 8).arithmetic + scores * 3));
  EXPECT_EQ(masked(DType::kBool).work.comparisons, Count(Softmax(scores, 8).comparisons + scores));
  EXPECT_EQ(masked(kF32).work.transcendentals, Count(scores * 2));
}

TEST(AttentionTest, EmptyPast) {
  const OperatorResult a = OperatorCase("Attention", 23)
                               .In(kF32, {1, 4, 3, 8})
                               .In(kF32, {1, 4, 3, 8})
                               .In(kF32, {1, 4, 3, 8})
                               .None()
                               .In(kF32, {1, 4, 0, 8})
                               .In(kF32, {1, 4, 0, 8})
                               .Outputs(3)
                               .Run();
  EXPECT_EQ(a.shape(1), "1x4x3x8");
}

TEST(AttentionTest, Contradictions) {
  const auto run = [](Shape q, Shape k, Shape v) {
    return OperatorCase("Attention", 23)
        .In(kF32, std::move(q))
        .In(kF32, std::move(k))
        .In(kF32, std::move(v))
        .Run()
        .status;
  };
  EXPECT_FALSE(run({1, 4, 3, 8}, {1, 3, 3, 8}, {1, 3, 3, 8}).ok());  // 4 heads over 3
  EXPECT_FALSE(run({1, 4, 3, 8}, {1, 0, 3, 8}, {1, 0, 3, 8}).ok());
  EXPECT_FALSE(run({1, 4, 3, 8}, {1, 4, 3, 9}, {1, 4, 3, 8}).ok());
  EXPECT_FALSE(run({1, 4, 3, 8}, {2, 4, 3, 8}, {2, 4, 3, 8}).ok());
  EXPECT_FALSE(run({1, 3, 8}, {1, 3, 8}, {1, 3, 8}).ok());  // heads are missing
  EXPECT_FALSE(run({1, 4, 3, 8}, {1, 3, 8}, {1, 3, 8}).ok());
}

TEST(LinearAttentionTest, GatedDelta) {
  const OperatorResult a = OperatorCase("LinearAttention", 27)
                               .In(kF32, {2, 5, 4 * 8})
                               .In(kF32, {2, 5, 2 * 8})
                               .In(kF32, {2, 5, 2 * 6})
                               .In(kF32, {2, 2, 8, 6})
                               .In(kF32, {2, 5, 2})
                               .In(kF32, {2, 5, 2})
                               .Int("q_num_heads", 4)
                               .Int("kv_num_heads", 2)
                               .Outputs(2)
                               .Run();
  EXPECT_EQ(a.shape(0), "2x5x24");
  EXPECT_EQ(a.shape(1), "2x2x8x6");
  const int64_t state = 2 * 5 * 2 * 8 * 6;
  EXPECT_EQ(a.work.macs, Count(state + state + 2 * 5 * 4 * 8 * 6));
  EXPECT_EQ(a.work.transcendentals, Count(2 * 5 * 2));
}

TEST(FlexAttentionTest, FullScores) {
  for (const char* domain : {"", "ai.onnx.preview"}) {
    const OperatorResult a = OperatorCase("FlexAttention", 28, domain)
                                 .In(kF32, {1, 8, 4, 16})
                                 .In(kF32, {1, 2, 6, 16})
                                 .In(kF32, {1, 2, 6, 12})
                                 .Run();
    EXPECT_EQ(a.shape(), "1x8x4x12");
    EXPECT_EQ(a.work.macs, Count(8 * 4 * 6 * (16 + 12)));
  }
}

TEST(RotaryEmbeddingTest, RotatesTheLeadingElements) {
  const OperatorResult full = OperatorCase("RotaryEmbedding", 23)
                                  .In(kF32, {2, 4, 6, 8})
                                  .In(kF32, {50, 4})
                                  .In(kF32, {50, 4})
                                  .In(DType::kInt64, {2, 6})
                                  .Run();
  EXPECT_EQ(full.shape(), "2x4x6x8");
  EXPECT_EQ(full.work.fmas, Count(2 * 4 * 6 * 8));
  EXPECT_EQ(full.work.read_bytes[1], Count(4 * 2 * 6 * 4));
  const OperatorResult part = OperatorCase("RotaryEmbedding", 23)
                                  .In(kF32, {2, 6, 4 * 8})
                                  .In(kF32, {2, 6, 2})
                                  .In(kF32, {2, 6, 2})
                                  .Int("num_heads", 4)
                                  .Int("rotary_embedding_dim", 4)
                                  .Run();
  EXPECT_EQ(part.work.arithmetic, Count(2 * 6 * 4 * 4));
  EXPECT_FALSE(OperatorCase("RotaryEmbedding", 23)
                   .In(kF32, {2, 6, 32})
                   .In(kF32, {2, 6, 4})
                   .In(kF32, {2, 6, 4})
                   .Run()
                   .status.ok());  // num_heads is missing
}

}  // namespace
}  // namespace roofline::testing
