#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

// Batch 2, length 3, 4 streams of 16.
OperatorCase Gate(Shape value = {2, 3, 16}) {
  OperatorCase c = Contrib("EngramGate");
  c.In(kF16, {2, 3, 4, 16}).In(kF16, {2, 3, 4, 16}).In(kF16, std::move(value));
  for (int scale = 0; scale < 3; ++scale) c.In(kF16, {4, 16});
  return c;
}

TEST(EngramTest, Gate) {
  const int64_t rows = 2 * 3 * 4;
  const int64_t n = rows * 16;
  const OperatorResult gate = Gate().Run();
  EXPECT_EQ(gate.shape(0), "2x3x4x16");
  EXPECT_EQ(gate.work.macs, Count(n));
  EXPECT_EQ(gate.work.fmas, Count(2 * n));
  EXPECT_EQ(gate.work.arithmetic, Count(2 * (2 * n + 3 * rows) + 7 * rows + n));
  EXPECT_EQ(gate.work.transcendentals, Count(rows));
  EXPECT_EQ(gate.work.comparisons, Count(rows));
  const OperatorResult normed = Gate().Outputs(2).Run();
  EXPECT_EQ(normed.shape(1), "2x3x4x16");
  EXPECT_EQ(normed.work.fmas, Count(3 * n));
  EXPECT_THAT(Gate({2, 3, 8}).Run().shape(), HasSubstr("value is 2x3x8, expected 2x3x16"));
}

// Orders 2 and 3, 4 heads each.
OperatorCase Hash(const std::string& op, Shape ids, int64_t max_order = 3) {
  return std::move(Contrib(op)
                       .In(kI64, std::move(ids))
                       .In(kI64, {3})
                       .In(kI64, {2 * 4})
                       .Int("max_ngram_size", max_order)
                       .Int("n_head_per_ngram", 4)
                       .Int("pad_id", 0));
}

TEST(EngramTest, Hashes) {
  const OperatorResult hash = Hash("NGramHashMapping", {2, 5}).Outputs(2).Run();
  EXPECT_EQ(hash.shape(0), "2x5x8");
  EXPECT_EQ(hash.shape(1), "2x2");
  EXPECT_EQ(hash.outputs[0].dtype, kI64);
  EXPECT_EQ(hash.work.integer_ops,
            Count(2 * 5 * (3 + 2) + 2 * 5 * 8));  // products, xors; remainders
  EXPECT_EQ(hash.work.Flops(), Count(0));
  const OperatorResult reset = Hash("NGramHashMapping", {2, 5})
                                   .None()
                                   .In(kI64, {8})
                                   .In(kI64, {})
                                   .In(DType::kInt32, {2, 5})
                                   .Int("reset_on_eos", 1)
                                   .Run();
  EXPECT_EQ(reset.work.integer_ops, Count(10 * 5 + 80 + 80 + 10 * 2 + 10 * 2));
}

TEST(EngramTest, PackedHashes) {
  const OperatorResult hash =
      Hash("VarlenNGramHashMapping", {9}).In(DType::kInt32, {4}).Outputs(3).Run();
  EXPECT_EQ(hash.shape(0), "9x8");
  EXPECT_EQ(hash.shape(1), "3x2");
  EXPECT_EQ(hash.shape(2), "3x2");
  EXPECT_EQ(hash.outputs[2].dtype, DType::kInt32);
  EXPECT_EQ(hash.work.integer_ops, Count(9 * 5 + 9 * 8));
}

TEST(EngramTest, Contradictions) {
  EXPECT_THAT(Hash("NGramHashMapping", {5}).Run().shape(), HasSubstr("input_ids of rank 2"));
  EXPECT_THAT(Hash("NGramHashMapping", {2, 5}, 1).Run().shape(),
              HasSubstr("expected max_ngram_size of 2 or more"));
  EXPECT_THAT(Hash("VarlenNGramHashMapping", {9}).In(DType::kInt32, {}).Run().shape(),
              HasSubstr("expected batch + 1 offsets"));
}

}  // namespace
}  // namespace roofline::testing
