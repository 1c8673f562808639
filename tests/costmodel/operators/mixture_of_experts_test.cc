#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(MixtureOfExpertsTest, ActiveExpertsOnly) {
  const auto moe = [](int64_t tokens) {
    return OperatorCase("MoE", 1, "com.microsoft")
        .In(kF16, {tokens, 32})
        .In(kF16, {tokens, 8})
        .In(kF16, {8, 64, 32})
        .None()
        .In(kF16, {8, 32, 64})
        .Int("k", 2)
        .Run();
  };
  EXPECT_EQ(moe(3).shape(), "3x32");
  EXPECT_EQ(moe(3).work.macs, Count(3 * 2 * (32 * 64 + 64 * 32)));
  EXPECT_EQ(moe(3).work.read_bytes[2], Count(2 * 6 * 64 * 32));    // 3 * 2 of 8 experts
  EXPECT_EQ(moe(100).work.read_bytes[2], Count(2 * 8 * 64 * 32));  // all of them
}

TEST(MixtureOfExpertsTest, QuantizedSwiglu) {
  const OperatorResult moe = OperatorCase("QMoE", 1, "com.microsoft")
                                 .In(kF16, {1, 5, 32})
                                 .In(kF16, {5, 8})
                                 .In(DType::kUint8, {8, 2 * 64, 16})
                                 .In(kF16, {8, 128})
                                 .None()
                                 .In(DType::kUint8, {8, 32, 32})
                                 .In(kF16, {8, 32})
                                 .Int("k", 1)
                                 .Int("expert_weight_bits", 4)
                                 .String("activation_type", "swiglu")
                                 .Int("swiglu_fusion", 1)
                                 .Run();
  EXPECT_EQ(moe.shape(), "1x5x32");
  EXPECT_EQ(moe.work.macs, Count(5 * (32 * 128 + 64 * 32)));
  EXPECT_EQ(moe.work.read_bytes[2], Count(5 * 128 * 16));
}

TEST(MixtureOfExpertsTest, MoreActiveThanExperts) {
  EXPECT_FALSE(OperatorCase("MoE", 1, "com.microsoft")
                   .In(kF16, {3, 32})
                   .In(kF16, {3, 8})
                   .In(kF16, {8, 64, 32})
                   .None()
                   .In(kF16, {8, 32, 64})
                   .Int("k", 9)
                   .Run()
                   .status.ok());
}

}  // namespace
}  // namespace roofline::testing
