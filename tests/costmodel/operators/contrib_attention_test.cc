#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(ContribAttentionTest, ProjectsAndAttends) {
  const OperatorResult a = Contrib("Attention")
                               .In(kF32, {2, 6, 32})
                               .In(kF32, {32, 96})
                               .In(kF32, {96})
                               .None()
                               .In(kF32, {2, 2, 4, 3, 8})
                               .Int("num_heads", 4)
                               .Int("unidirectional", 1)
                               .Outputs(2)
                               .Run();
  EXPECT_EQ(a.shape(0), "2x6x32");
  EXPECT_EQ(a.shape(1), "2x2x4x9x8");
  const int64_t pairs = 4 + 5 + 6 + 7 + 8 + 9;
  EXPECT_EQ(a.work.macs, Count(2 * 6 * 32 * 96 + 2 * 4 * pairs * (8 + 8)));
}

TEST(ContribAttentionTest, SharedBufferIsUpdatedInPlace) {
  const OperatorResult a = Contrib("DecoderMaskedSelfAttention")
                               .In(kF32, {1, 1, 32})
                               .In(kF32, {32, 96})
                               .In(kF32, {96})
                               .None()
                               .In(kF32, {2, 1, 4, 100, 8})
                               .None()
                               .InInts(kI32, {1}, {9})
                               .Int("num_heads", 4)
                               .Int("past_present_share_buffer", 1)
                               .Outputs(2)
                               .Run();
  EXPECT_EQ(a.shape(1), "2x1x4x100x8");
  EXPECT_EQ(a.work.macs, Count(32 * 96 + 4 * 10 * 16));
  EXPECT_EQ(a.work.read_bytes[4], Count(4 * 9 * 2 * 32));
  EXPECT_EQ(a.work.write_bytes[1], Count(4 * 2 * 32));
}

TEST(ContribAttentionTest, QuantizedOutputsTheTypeOfItsBias) {
  const OperatorResult a = Contrib("QAttention")
                               .In(DType::kUint8, {2, 6, 32})
                               .In(DType::kInt8, {32, 96})
                               .In(kF32, {96})
                               .In(kF32, {})
                               .In(kF32, {})
                               .Int("num_heads", 4)
                               .Run();
  ASSERT_TRUE(a.status.ok());
  EXPECT_EQ(a.outputs[0].dtype, kF32);
  EXPECT_EQ(a.work.macs, Count(2 * 6 * 32 * 96 + 2 * 4 * 36 * 16));
}

TEST(ContribAttentionTest, PackedSequences) {
  const OperatorResult a = Contrib("PackedAttention")
                               .In(kF32, {7, 32})
                               .In(kF32, {32, 96})
                               .In(kF32, {96})
                               .In(kI32, {3, 4})
                               .InInts(kI32, {4}, {0, 1, 3, 7})
                               .Int("num_heads", 4)
                               .Run();
  EXPECT_EQ(a.shape(), "7x32");
  EXPECT_EQ(a.work.macs, Count(7 * 32 * 96 + 4 * (1 + 4 + 16) * 16));
  const OperatorResult unknown = Contrib("PackedMultiHeadAttention")
                                     .In(kF32, {7, 32})
                                     .In(kF32, {7, 32})
                                     .In(kF32, {7, 32})
                                     .None()
                                     .In(kI32, {3, 4})
                                     .In(kI32, {4})
                                     .Int("num_heads", 4)
                                     .Run();
  EXPECT_EQ(unknown.work.macs, Count(4 * 7 * 4 * 16));
}

TEST(ContribAttentionTest, MultiHeadForms) {
  const auto macs = Count(2 * 4 * 6 * 9 * 16);
  const OperatorResult plain = Contrib("MultiHeadAttention")
                                   .In(kF32, {2, 6, 32})
                                   .In(kF32, {2, 9, 32})
                                   .In(kF32, {2, 9, 32})
                                   .Int("num_heads", 4)
                                   .Outputs(4)
                                   .Run();
  EXPECT_EQ(plain.shape(0), "2x6x32");
  EXPECT_EQ(plain.shape(1), "2x4x9x8");
  EXPECT_EQ(plain.shape(3), "2x4x6x9");
  EXPECT_EQ(plain.work.macs, macs);
  EXPECT_EQ(Contrib("MultiHeadAttention")
                .In(kF32, {2, 6, 32})
                .In(kF32, {2, 4, 9, 8})
                .In(kF32, {2, 4, 9, 8})
                .Int("num_heads", 4)
                .Run()
                .work.macs,
            macs);
  EXPECT_EQ(Contrib("MultiHeadAttention")
                .In(kF32, {2, 6, 32})
                .In(kF32, {2, 9, 4, 2, 8})
                .Int("num_heads", 4)
                .Run()
                .work.macs,
            macs);
  EXPECT_EQ(
      Contrib("MultiHeadAttention").In(kF32, {2, 6, 4, 3, 8}).Int("num_heads", 4).Run().shape(),
      "2x6x32");
  const OperatorResult decoder = Contrib("DecoderMaskedMultiHeadAttention")
                                     .In(kF32, {2, 1, 32})
                                     .In(kF32, {2, 1, 32})
                                     .In(kF32, {2, 1, 32})
                                     .None()
                                     .None()
                                     .In(kF32, {2, 4, 5, 8})
                                     .In(kF32, {2, 4, 5, 8})
                                     .Int("num_heads", 4)
                                     .Outputs(3)
                                     .Run();
  EXPECT_EQ(decoder.shape(2), "2x4x6x8");
  EXPECT_EQ(decoder.work.macs, Count(2 * 4 * 6 * 16));
}

// 8 query heads over 2 key heads of 16, past buffer of 20.
OperatorCase GroupQuery(int64_t queries) {
  return std::move(Contrib("GroupQueryAttention")
                       .In(kF32, {1, queries, 8 * 16})
                       .In(kF32, {1, queries, 2 * 16})
                       .In(kF32, {1, queries, 2 * 16})
                       .In(kF32, {1, 2, 20, 16})
                       .In(kF32, {1, 2, 20, 16})
                       .Int("num_heads", 8)
                       .Int("kv_num_heads", 2)
                       .Outputs(3));
}

TEST(ContribAttentionTest, GroupQueryWithRoomInTheCache) {
  const OperatorResult a = GroupQuery(1).InInts(kI32, {1}, {9}).InInts(kI32, {}, {10}).Run();
  EXPECT_EQ(a.shape(0), "1x1x128");
  EXPECT_EQ(a.shape(1), "1x2x20x16");
  EXPECT_EQ(a.work.macs, Count(8 * 10 * 32));
  EXPECT_EQ(a.work.read_bytes[3], Count(4 * 9 * 2 * 16));
  EXPECT_EQ(a.work.write_bytes[1], Count(4 * 1 * 2 * 16));
}

TEST(ContribAttentionTest, GroupQueryThatGrowsTheCache) {
  const OperatorResult a = GroupQuery(1).InInts(kI32, {1}, {20}).InInts(kI32, {}, {21}).Run();
  EXPECT_EQ(a.shape(1), "1x2x21x16");
  EXPECT_EQ(a.work.macs, Count(8 * 21 * 32));
  EXPECT_EQ(a.work.read_bytes[3], Count(4 * 20 * 2 * 16));
  EXPECT_EQ(a.work.write_bytes[1], Count(4 * 21 * 2 * 16));
  const OperatorResult unknown = GroupQuery(1).In(kI32, {1}).In(kI32, {}).Run();
  EXPECT_EQ(unknown.shape(1), "1x2x21x16");
  EXPECT_EQ(unknown.outputs[1].mark, Mark::kBounded);
}

TEST(ContribAttentionTest, GroupQueryPromptAndWindow) {
  EXPECT_EQ(GroupQuery(4).InInts(kI32, {1}, {3}).InInts(kI32, {}, {4}).Run().work.macs,
            Count(8 * (1 + 2 + 3 + 4) * 32));
  EXPECT_EQ(GroupQuery(4)
                .InInts(kI32, {1}, {3})
                .InInts(kI32, {}, {4})
                .Int("local_window_size", 2)
                .Run()
                .work.macs,
            Count(8 * (1 + 2 + 2 + 2) * 32));
}

TEST(ContribAttentionTest, PagedCache) {
  const auto paged = [](bool known) {
    OperatorCase a = Contrib("PagedAttention");
    a.In(kF32, {3, 8 * 16}).In(kF32, {3, 2 * 16}).In(kF32, {3, 2 * 16});
    a.In(kF32, {10, 4, 2, 16}).In(kF32, {10, 4, 2, 16});
    known ? a.InInts(kI32, {3}, {0, 1, 3}).InInts(kI32, {2}, {7, 0})
          : a.In(kI32, {3}).In(kI32, {2});
    return a.In(kI32, {2, 3}).Int("num_heads", 8).Int("kv_num_heads", 2).Outputs(3).Run();
  };
  EXPECT_EQ(paged(true).shape(0), "3x128");
  EXPECT_EQ(paged(true).work.macs, Count(8 * (8 + 1 + 2) * 32));
  EXPECT_EQ(paged(true).work.read_bytes[3], Count(4 * 7 * 2 * 16));
  EXPECT_EQ(paged(false).work.macs, Count(8 * 3 * (3 * 4) * 32));
}

TEST(ContribAttentionTest, SparseBlocks) {
  const OperatorResult a = Contrib("SparseAttention")
                               .In(kF32, {1, 32, 64})
                               .In(kF32, {1, 32, 64})
                               .In(kF32, {1, 32, 64})
                               .In(kF32, {1, 4, 32, 16})
                               .In(kF32, {1, 4, 32, 16})
                               .InInts(kI32, {1, 3}, {0, 1, 2})
                               .In(kI32, {1, 2})
                               .InInts(kI32, {}, {32})
                               .InInts(kI32, {1}, {32})
                               .Int("num_heads", 4)
                               .Int("kv_num_heads", 4)
                               .Int("sparse_block_size", 16)
                               .Outputs(3)
                               .Run();
  EXPECT_EQ(a.shape(1), "1x4x32x16");
  EXPECT_EQ(a.work.macs, Count(4 * (2 * 16 * 16) * 32));  // below the 32 * 33 / 2 causal pairs
}

TEST(ContribAttentionTest, LongformerWindow) {
  const OperatorResult a = Contrib("LongformerAttention")
                               .In(kF32, {1, 8, 32})
                               .In(kF32, {32, 96})
                               .In(kF32, {96})
                               .In(kF32, {1, 8})
                               .In(kF32, {32, 96})
                               .In(kF32, {96})
                               .In(kI32, {1, 8})
                               .Int("num_heads", 4)
                               .Int("window", 2)
                               .Run();
  const int64_t pairs = 3 + 4 + 5 + 5 + 5 + 5 + 4 + 3;
  EXPECT_EQ(a.work.macs, Count(8 * 32 * 96 + 4 * pairs * 16));
}

TEST(ContribAttentionTest, Decoder) {
  const OperatorResult a = Contrib("DecoderAttention")
                               .In(kF32, {1, 2, 32})
                               .In(kF32, {1, 2, 32})
                               .In(kF32, {32, 32})
                               .In(kF32, {32, 64})
                               .In(kF32, {96})
                               .None()
                               .In(kF32, {2, 4, 5, 8})
                               .In(kF32, {2, 4, 5, 8})
                               .InInts(DType::kBool, {1}, {0})
                               .InInts(DType::kBool, {1}, {1})
                               .Int("num_heads", 4)
                               .Outputs(3)
                               .Run();
  EXPECT_EQ(a.shape(0), "1x2x32");
  EXPECT_EQ(a.shape(1), "2x4x6x8");
  EXPECT_EQ(a.work.macs, Count(2 * 32 * 32 + 2 * 32 * 64 + 2 * 4 * 6 * 16));
}

TEST(ContribAttentionTest, PositionBiases) {
  EXPECT_EQ(Contrib("RelativePositionBias")
                .In(kF32, {32, 8})
                .InInts(DType::kInt64, {1}, {6})
                .InInts(DType::kInt64, {1}, {6})
                .Run()
                .shape(),
            "1x8x6x6");
  const OperatorResult gated = Contrib("GatedRelativePositionBias")
                                   .In(kF32, {2, 6, 32})
                                   .In(kF32, {32})
                                   .In(kF32, {1, 4, 6, 6})
                                   .In(kF32, {8, 8})
                                   .In(kF32, {8})
                                   .In(kF32, {1, 4, 1, 1})
                                   .Int("num_heads", 4)
                                   .Run();
  EXPECT_EQ(gated.shape(), "2x4x6x6");
  EXPECT_EQ(gated.work.macs, Count(2 * 6 * 4 * 8 * 8));
}

TEST(ContribAttentionTest, Contradictions) {
  EXPECT_FALSE(Contrib("Attention").In(kF32, {2, 6, 32}).In(kF32, {32, 96}).Run().status.ok());
  EXPECT_FALSE(Contrib("MultiHeadAttention").In(kF32, {2, 6, 32}).Run().status.ok());
  EXPECT_FALSE(Contrib("MultiHeadAttention")
                   .In(kF32, {2, 6, 32})
                   .In(kF32, {2, 9, 32})
                   .Int("num_heads", 4)
                   .Run()
                   .status.ok());
  EXPECT_FALSE(Contrib("GroupQueryAttention")
                   .In(kF32, {1, 1, 128})
                   .Int("num_heads", 8)
                   .Int("kv_num_heads", 3)
                   .Run()
                   .status.ok());
}

}  // namespace
}  // namespace roofline::testing
