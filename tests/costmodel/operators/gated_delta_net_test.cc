#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

// 10 tokens of 2 requests, 2 key heads of 16, 4 value heads of 8.
OperatorCase Packed() {
  OperatorCase c("GatedDeltaNet", 1, "com.microsoft");
  c.In(kF16, {10, 2, 16}).In(kF16, {10, 2, 16}).In(kF16, {10, 4, 8}).In(DType::kInt32, {3});
  return std::move(c.In(kF32, {10, 4}).In(kF32, {10, 4}).In(kF32, {2, 4, 8, 16}).Outputs(2));
}

TEST(GatedDeltaNetTest, Recurrence) {
  const OperatorResult net = Packed().Run();
  EXPECT_EQ(net.shape(0), "10x4x8");
  EXPECT_EQ(net.outputs[0].dtype, kF16);
  EXPECT_EQ(net.shape(1), "2x4x8x16");
  EXPECT_EQ(net.outputs[1].dtype, kF32);
  const int64_t state = 10 * 4 * 16 * 8;
  const int64_t y = 10 * 4 * 8;
  EXPECT_EQ(net.work.macs, Count(3 * state));  // update, output, what the state holds for the key
  EXPECT_EQ(net.work.arithmetic, Count(state + y + 2 * y));  // decay; scale; (v - ..) * beta
  EXPECT_EQ(net.work.transcendentals, Count(10 * 4));
  EXPECT_EQ(Packed().String("update_rule", "linear").Run().work.macs, Count(2 * state));
  EXPECT_EQ(Packed().String("update_rule", "gated").Run().work.macs, Count(2 * state));
}

TEST(GatedDeltaNetTest, ActivationsThatAreFoldedIn) {
  const int64_t plain = Packed().Run().work.arithmetic.value();
  const OperatorResult net = Packed()
                                 .In(kF32, {4})
                                 .In(kF32, {4})
                                 .String("gate_activation", "qwen")
                                 .String("beta_activation", "sigmoid")
                                 .Int("qk_l2_norm", 1)
                                 .Run();
  EXPECT_EQ(net.work.fmas, Count(2 * 10 * 2 * 16));
  EXPECT_EQ(net.work.arithmetic,
            Count(plain + 2 * (10 * 2 * 16 + 2 * 10 * 2) + 3 * 10 * 4 + 2 * 10 * 4));
  EXPECT_EQ(net.work.transcendentals, Count(10 * 4 + 2 * 10 * 4 + 4 + 10 * 4));
}

TEST(GatedDeltaNetTest, BatchOfEqualLengths) {
  const OperatorResult net = OperatorCase("GatedDeltaNet", 1, "com.microsoft")
                                 .In(kF16, {2, 5, 2, 16})
                                 .In(kF16, {2, 5, 2, 16})
                                 .In(kF16, {2, 5, 4, 8})
                                 .Int("state_update_capacity", 3)
                                 .Outputs(3)
                                 .Run();
  EXPECT_EQ(net.shape(0), "2x5x4x8");
  EXPECT_EQ(net.shape(1), "2x4x8x16");
  EXPECT_EQ(net.shape(2), "2x204");  // 3 * (4 + 2 * 16 + 4 * 8)
}

TEST(GatedDeltaNetTest, Contradictions) {
  const auto net = [](const Shape& q, Shape v) {
    return OperatorCase("GatedDeltaNet", 1, "com.microsoft")
        .In(kF16, q)
        .In(kF16, q)
        .In(kF16, std::move(v))
        .Run()
        .shape();
  };
  EXPECT_THAT(net({10, 2, 16}, {10, 4, 8}), HasSubstr("they tell the batch"));
  EXPECT_THAT(net({2, 5, 3, 16}, {2, 5, 4, 8}), HasSubstr("no multiple of 3 query heads"));
  EXPECT_THAT(net({2, 5, 2, 16}, {2, 6, 4, 8}), HasSubstr("differ in tokens"));
  EXPECT_THAT(net({2, 5}, {2, 5}), HasSubstr("rank, 3 or 4"));
  EXPECT_THAT(Packed().String("update_rule", "none").Run().shape(),
              HasSubstr("update_rule 'none'"));
}

}  // namespace
}  // namespace roofline::testing
