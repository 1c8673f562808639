// Work that is an upper bound, or rests on an assumption, because the content of an operand that
// lowers it is not known: it says so, and is exact once the content is.

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"
#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

// An integer operand with its content or without.
void Add(OperatorCase& c, bool known, Shape shape, std::vector<int64_t> content) {
  known ? c.InInts(kI32, std::move(shape), std::move(content)) : c.In(kI32, std::move(shape));
}

OperatorCase Recurrent(const std::string& op, int64_t gates, bool known) {
  OperatorCase c(op, 14);
  c.In(kF32, {5, 3, 10}).In(kF32, {1, gates * 20, 10}).In(kF32, {1, gates * 20, 20}).None();
  Add(c, known, {3}, {5, 2, 1});
  return c;
}

OperatorCase QuantizedLstm(bool known) {
  OperatorCase c = Contrib("DynamicQuantizeLSTM");
  c.In(kF32, {5, 3, 10}).In(DType::kInt8, {1, 10, 80}).In(DType::kInt8, {1, 20, 80}).None();
  Add(c, known, {3}, {5, 2, 1});
  return c;
}

OperatorCase Attention(bool known) {
  OperatorCase c("Attention", 24);
  c.In(kF32, {2, 4, 1, 8}).In(kF32, {2, 4, 9, 8}).In(kF32, {2, 4, 9, 8}).None().None().None();
  known ? c.InInts(DType::kInt64, {2}, {9, 4}) : c.In(DType::kInt64, {2});
  return c;
}

OperatorCase GroupQuery(bool known, int64_t batch) {
  OperatorCase c = Contrib("GroupQueryAttention");
  c.In(kF32, {batch, 1, 128}).In(kF32, {batch, 1, 32}).In(kF32, {batch, 1, 32});
  c.In(kF32, {batch, 2, 20, 16}).In(kF32, {batch, 2, 20, 16});
  Add(c, known, {batch}, std::vector<int64_t>(static_cast<size_t>(batch), 9));
  return std::move(c.InInts(kI32, {}, {10}).Int("num_heads", 8).Int("kv_num_heads", 2));
}

OperatorCase SharedBuffer(bool known) {
  OperatorCase c = Contrib("DecoderMaskedSelfAttention");
  c.In(kF32, {1, 1, 32})
      .In(kF32, {32, 96})
      .In(kF32, {96})
      .None()
      .In(kF32, {2, 1, 4, 100, 8})
      .None();
  Add(c, known, {1}, {9});
  return std::move(c.Int("num_heads", 4).Int("past_present_share_buffer", 1));
}

OperatorCase PackedProjected(bool known) {
  OperatorCase c = Contrib("PackedAttention");
  c.In(kF32, {7, 32}).In(kF32, {32, 96}).In(kF32, {96}).In(kI32, {3, 4});
  Add(c, known, {4}, {0, 1, 3, 7});
  return std::move(c.Int("num_heads", 4));
}

OperatorCase PackedMultiHead(bool known) {
  OperatorCase c = Contrib("PackedMultiHeadAttention");
  c.In(kF32, {7, 32}).In(kF32, {7, 32}).In(kF32, {7, 32}).None().In(kI32, {3, 4});
  Add(c, known, {4}, {0, 1, 3, 7});
  return std::move(c.Int("num_heads", 4));
}

OperatorCase Paged(bool known) {
  OperatorCase c = Contrib("PagedAttention");
  c.In(kF32, {3, 128}).In(kF32, {3, 32}).In(kF32, {3, 32});
  c.In(kF32, {10, 4, 2, 16}).In(kF32, {10, 4, 2, 16});
  Add(c, known, {3}, {0, 1, 3});
  Add(c, known, {2}, {7, 0});
  return std::move(c.In(kI32, {2, 3}).Int("num_heads", 8).Int("kv_num_heads", 2).Outputs(3));
}

OperatorCase Decoder(bool known) {
  OperatorCase c = Contrib("DecoderAttention");
  c.In(kF32, {1, 2, 32})
      .In(kF32, {1, 2, 32})
      .In(kF32, {32, 32})
      .In(kF32, {32, 64})
      .In(kF32, {96})
      .None();
  c.In(kF32, {2, 4, 5, 8}).In(kF32, {2, 4, 5, 8});
  for (const int64_t flag : {0, 1}) {
    known ? c.InInts(DType::kBool, {1}, {flag}) : c.In(DType::kBool, {1});
  }
  return std::move(c.Int("num_heads", 4));
}

OperatorCase Experts(int64_t tokens, int64_t active) {
  return std::move(Contrib("MoE")
                       .In(kF32, {tokens, 32})
                       .In(kF32, {tokens, 8})
                       .In(kF32, {8, 64, 32})
                       .None()
                       .In(kF32, {8, 32, 64})
                       .Int("k", active));
}

TEST(WorkMarkTest, AnUnknownOperandMakesTheWorkABound) {
  const struct {
    std::string_view what;
    std::function<OperatorCase(bool known)> make;
    Mark unknown;
  } cases[] = {
      {"RNN", [](bool known) { return Recurrent("RNN", 1, known); }, Mark::kBounded},
      {"GRU", [](bool known) { return Recurrent("GRU", 3, known); }, Mark::kBounded},
      {"LSTM", [](bool known) { return Recurrent("LSTM", 4, known); }, Mark::kBounded},
      {"DynamicQuantizeLSTM", QuantizedLstm, Mark::kBounded},
      {"Attention", Attention, Mark::kBounded},
      {"GroupQueryAttention", [](bool known) { return GroupQuery(known, 2); }, Mark::kBounded},
      {"DecoderMaskedSelfAttention", SharedBuffer, Mark::kBounded},
      {"PackedAttention", PackedProjected, Mark::kBounded},
      {"PackedMultiHeadAttention", PackedMultiHead, Mark::kBounded},
      {"PagedAttention", Paged, Mark::kBounded},
      {"DecoderAttention", Decoder, Mark::kAssumed},
  };
  for (const auto& c : cases) {
    const OperatorResult known = c.make(true).Run();
    ASSERT_TRUE(known.status.ok()) << c.what << known.status;
    EXPECT_EQ(known.work.mark, Mark::kExact) << c.what;
    const OperatorResult unknown = c.make(false).Run();
    ASSERT_TRUE(unknown.status.ok()) << c.what << unknown.status;
    EXPECT_EQ(unknown.work.mark, c.unknown) << c.what;
    if (c.unknown == Mark::kBounded) {
      EXPECT_LE(known.work.macs.value(), unknown.work.macs.value()) << c.what;
    }
  }
}

TEST(WorkMarkTest, OneSequenceIsAsLongAsTheLongestOne) {
  const OperatorResult one = GroupQuery(false, 1).Run();
  EXPECT_EQ(one.work.mark, Mark::kExact);
  EXPECT_EQ(one.work.macs, Count(8 * 10 * (16 + 16)));
}

TEST(WorkMarkTest, WhichExpertsAreReadDependsOnTheTokens) {
  EXPECT_EQ(Experts(1, 2).Run().work.mark, Mark::kExact);
  EXPECT_EQ(Experts(3, 8).Run().work.mark, Mark::kExact);
  EXPECT_EQ(Experts(3, 2).Run().work.mark, Mark::kBounded);
}

TEST(WorkMarkTest, TheLayerHasTheMarkOfItsWork) {
  const auto mark = [](const std::string& inputs) {
    const CountedModel model =
        CountModel(ParseModelText("g (float[5, 3, 10] x, float[1, 20, 10] w, float[1, 20, 20] r" +
                                  inputs + ") => (float[5, 1, 3, 20] y) { y = RNN(x, w, r" +
                                  (inputs.empty() ? "" : ", , lens") + ") }"));
    return model.layers.at(0).mark;
  };
  EXPECT_EQ(mark(""), Mark::kExact);
  EXPECT_EQ(mark(", int32[3] lens"), Mark::kBounded);
}

}  // namespace
}  // namespace roofline::testing
