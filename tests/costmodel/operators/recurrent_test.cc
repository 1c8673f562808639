#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

// Sequence 5, batch 3, input 10, hidden 20.
OperatorCase Cell(const std::string& op, int64_t gates, int opset = 14) {
  return std::move(OperatorCase(op, opset)
                       .In(kF32, {5, 3, 10})
                       .In(kF32, {1, gates * 20, 10})
                       .In(kF32, {1, gates * 20, 20})
                       .Outputs(op == "LSTM" ? 3 : 2));
}

TEST(RecurrentTest, LstmOfKnownSize) {
  const OperatorResult lstm = Cell("LSTM", 4).Run();
  EXPECT_EQ(lstm.shape(0), "5x1x3x20");
  EXPECT_EQ(lstm.shape(1), "1x3x20");
  EXPECT_EQ(lstm.shape(2), "1x3x20");
  EXPECT_EQ(lstm.work.macs, Count(5 * 3 * 4 * 20 * (10 + 20)));
  EXPECT_EQ(lstm.work.macs, Count(36'000));
  const int64_t cells = 5 * 3 * 20;
  EXPECT_EQ(lstm.work.transcendentals, Count(cells * 5));       // 3 sigmoid, 2 tanh
  EXPECT_EQ(lstm.work.arithmetic, Count(cells * (3 * 2 + 2)));  // sigmoids; i * c, o * h(C)
  EXPECT_EQ(lstm.work.fmas, Count(cells));
}

// 5 steps read the weights of the state, those of the input project all steps at once.
TEST(RecurrentTest, StateWeightsAreReadAtEveryStep) {
  const OperatorResult lstm = Cell("LSTM", 4).Run();
  EXPECT_EQ(lstm.work.read_bytes[0], Count(4 * 5 * 3 * 10));
  EXPECT_EQ(lstm.work.read_bytes[1], Count(4 * 80 * 10));
  EXPECT_EQ(lstm.work.read_bytes[2], Count(5 * 4 * 80 * 20));
  EXPECT_EQ(Cell("GRU", 3).Run().work.read_bytes[2], Count(5 * 4 * 60 * 20));
  EXPECT_EQ(Cell("RNN", 1).Run().work.read_bytes[2], Count(5 * 4 * 20 * 20));
}

TEST(RecurrentTest, EveryVersionAndCell) {
  for (const int opset : {1, 7, 14, 22}) {
    EXPECT_EQ(Cell("LSTM", 4, opset).Run().work.macs, Count(36'000)) << opset;
    EXPECT_EQ(Cell("RNN", 1, opset).Run().work.macs, Count(36'000 / 4)) << opset;
    EXPECT_EQ(Cell("GRU", 3, opset).Run().work.macs, Count(36'000 / 4 * 3)) << opset;
  }
  EXPECT_EQ(Cell("GRU", 3, 3).Run().shape(0), "5x1x3x20");
}

TEST(RecurrentTest, LongLstm) {
  const OperatorResult lstm = OperatorCase("LSTM", 14)
                                  .In(kF32, {100, 1, 64})
                                  .In(kF32, {1, 256, 64})
                                  .In(kF32, {1, 256, 64})
                                  .Run();
  EXPECT_EQ(lstm.work.macs, Count(100 * 4 * 64 * (64 + 64)));
  EXPECT_EQ(lstm.work.macs, Count(3'276'800));
}

TEST(RecurrentTest, BidirectionalBatchFirst) {
  const OperatorResult gru = OperatorCase("GRU", 14)
                                 .In(kF32, {3, 5, 10})
                                 .In(kF32, {2, 60, 10})
                                 .In(kF32, {2, 60, 20})
                                 .In(kF32, {2, 120})
                                 .None()
                                 .In(kF32, {3, 2, 20})
                                 .String("direction", "bidirectional")
                                 .Int("layout", 1)
                                 .Outputs(2)
                                 .Run();
  EXPECT_EQ(gru.shape(0), "3x5x2x20");
  EXPECT_EQ(gru.shape(1), "3x2x20");
  EXPECT_EQ(gru.work.macs, Count(2 * 5 * 3 * 60 * 30));
  const int64_t cells = 2 * 5 * 3 * 20;
  // 3 biases, 2 sigmoids of 2, 1 - z, z * H, r * H.
  EXPECT_EQ(gru.work.arithmetic, Count(cells * (3 + 2 * 2 + 3)));
  EXPECT_EQ(gru.work.transcendentals, Count(cells * 3));
}

TEST(RecurrentTest, LinearBeforeResetKeepsItsOwnBias) {
  const OperatorResult gru = OperatorCase("GRU", 14)
                                 .In(kF32, {5, 3, 10})
                                 .In(kF32, {1, 60, 10})
                                 .In(kF32, {1, 60, 20})
                                 .In(kF32, {1, 120})
                                 .Int("linear_before_reset", 1)
                                 .Outputs(2)
                                 .Run();
  const int64_t cells = 5 * 3 * 20;
  EXPECT_EQ(gru.work.arithmetic, Count(cells * (4 + 2 * 2 + 2)));
  EXPECT_EQ(gru.work.fmas, Count(cells * 2));
}

TEST(RecurrentTest, KnownSequenceLengthsCountTheirSteps) {
  const OperatorResult rnn = OperatorCase("RNN", 14)
                                 .In(kF32, {5, 3, 10})
                                 .In(kF32, {1, 20, 10})
                                 .In(kF32, {1, 20, 20})
                                 .None()
                                 .InInts(DType::kInt32, {3}, {5, 2, 9})
                                 .Run();
  EXPECT_EQ(rnn.work.macs, Count((5 + 2 + 5) * 20 * 30));
  EXPECT_EQ(rnn.work.read_bytes[0], Count(4 * (5 + 2 + 5) * 10));
}

TEST(RecurrentTest, PeepholesClipAndActivations) {
  const OperatorResult lstm = OperatorCase("LSTM", 7)
                                  .In(kF32, {5, 3, 10})
                                  .In(kF32, {1, 80, 10})
                                  .In(kF32, {1, 80, 20})
                                  .None()
                                  .None()
                                  .None()
                                  .None()
                                  .In(kF32, {1, 60})
                                  .Float("clip", 3.0)
                                  .Strings("activations", {"HardSigmoid", "Relu", "Tanh"})
                                  .Run();
  const int64_t cells = 5 * 3 * 20;
  EXPECT_EQ(lstm.work.fmas, Count(cells * (1 + 3 + 3)));  // state, peepholes, hard sigmoids
  EXPECT_EQ(lstm.work.comparisons, Count(cells * (2 * 4 + 3 * 2 + 1)));
  EXPECT_EQ(lstm.work.transcendentals, Count(cells));
}

TEST(RecurrentTest, EmptyAndHuge) {
  EXPECT_EQ(OperatorCase("RNN", 14)
                .In(kF32, {0, 3, 10})
                .In(kF32, {1, 20, 10})
                .In(kF32, {1, 20, 20})
                .Run()
                .work.macs,
            Count(0));
  const int64_t huge = int64_t{1} << 40;
  EXPECT_FALSE(OperatorCase("RNN", 14)
                   .In(kF32, {huge, huge, 1})
                   .In(kF32, {1, 1, 1})
                   .In(kF32, {1, 1, 1})
                   .Run()
                   .status.ok());
}

TEST(RecurrentTest, Contradictions) {
  const auto text = [](const OperatorResult& result) {
    return std::string(result.status.message());
  };
  EXPECT_THAT(text(Cell("LSTM", 3).Run()), ::testing::HasSubstr("W is 1x60x10, expected 1x80x10"));
  EXPECT_THAT(text(Cell("RNN", 1).String("direction", "sideways").Run()),
              ::testing::HasSubstr("direction 'sideways'"));
  EXPECT_THAT(text(Cell("RNN", 1).Int("hidden_size", 21).Run()),
              ::testing::HasSubstr("hidden_size is 21, R has 20"));
  EXPECT_THAT(text(Cell("RNN", 1).String("direction", "bidirectional").Run()),
              ::testing::HasSubstr("expected 2x20x10"));
  EXPECT_THAT(text(Cell("GRU", 3).Strings("activations", {"Tanh", "Nonsense"}).Run()),
              ::testing::HasSubstr("number 2 is missing or unknown"));
}

}  // namespace
}  // namespace roofline::testing
