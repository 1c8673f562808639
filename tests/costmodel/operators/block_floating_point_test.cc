#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "costmodel/operators/registry.h"
#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(BlockFloatingPointTest, TheRawDataHasNoKnownLength) {
  const OperatorResult quantized = OperatorCase("QuantizeBFP", 1, "com.microsoft")
                                       .In(DType::kFloat32, {4, 3, 16})
                                       .Outputs(3)
                                       .Run();
  ASSERT_TRUE(quantized.status.ok()) << quantized.status;
  EXPECT_FALSE(quantized.outputs[0].known());
  EXPECT_THAT(quantized.ints(1), ElementsAre(4, 3, 16));
  EXPECT_THAT(quantized.ints(2), ElementsAre(3 * 16, 16, 1));
}

TEST(BlockFloatingPointTest, TheOriginalShapeComesBack) {
  const auto dequantize = [](std::vector<int64_t> shape) {
    return OperatorCase("DequantizeBFP", 1, "com.microsoft")
        .In(DType::kUint8, {100})
        .In(std::move(shape))
        .In({48, 16, 1})
        .Int("dtype", 10)
        .Run();
  };
  EXPECT_EQ(dequantize({4, 3, 16}).shape(), "4x3x16");
  EXPECT_EQ(dequantize({4, 3, 16}).outputs[0].dtype, DType::kFloat16);
  EXPECT_THAT(dequantize({4, -3}).shape(), HasSubstr("negative extent"));
}

TEST(BlockFloatingPointTest, TheirWorkIsUnknown) {
  for (const auto* op : {"QuantizeBFP", "DequantizeBFP", "EPContext", "Snpe"}) {
    const OperatorRule* rule = FindOperatorRule("com.microsoft", op, 1);
    ASSERT_NE(rule, nullptr) << op;
    EXPECT_EQ(rule->precision, WorkPrecision::kUnknown) << op;
  }
}

}  // namespace
}  // namespace roofline::testing
