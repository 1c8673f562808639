#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

OperatorCase Pool(const std::string& op, int opset, Shape x, std::vector<int64_t> kernel) {
  OperatorCase pool(op, opset);
  pool.In(DType::kFloat32, std::move(x)).Ints("kernel_shape", std::move(kernel));
  return pool;
}

TEST(PoolingTest, MaximumComparesEveryElementOfTheWindowButOne) {
  const OperatorResult pool = Pool("MaxPool", 12, {1, 64, 112, 112}, {3, 3})
                                  .Ints("strides", {2, 2})
                                  .Ints("pads", {1, 1, 1, 1})
                                  .Outputs(2)
                                  .Run();
  EXPECT_EQ(pool.shape(0), "1x64x56x56");
  EXPECT_EQ(pool.shape(1), "1x64x56x56");
  EXPECT_EQ(pool.outputs[1].dtype, DType::kInt64);
  EXPECT_EQ(pool.work.comparisons, Count(64 * 56 * 56 * (3 * 3 - 1)));
  EXPECT_EQ(pool.work.comparisons, Count(1'605'632));
}

TEST(PoolingTest, EveryVersionAndRankHasTheSameWindow) {
  for (const int opset : {1, 8, 10, 11, 12, 22}) {
    EXPECT_EQ(Pool("MaxPool", opset, {1, 2, 9}, {3}).Ints("strides", {2}).Run().shape(), "1x2x4");
    EXPECT_EQ(Pool("MaxPool", opset, {1, 2, 4, 5, 6}, {2, 2, 2}).Run().shape(), "1x2x3x4x5");
  }
  for (const int opset : {1, 7, 10, 11, 19, 22}) {
    EXPECT_EQ(Pool("AveragePool", opset, {1, 2, 9}, {3}).Ints("strides", {2}).Run().shape(),
              "1x2x4");
  }
}

TEST(PoolingTest, CeilModeDropsAWindowThatStartsInThePadding) {
  EXPECT_EQ(Pool("MaxPool", 22, {1, 1, 4, 4}, {3, 3})
                .Ints("strides", {2, 2})
                .Int("ceil_mode", 1)
                .Run()
                .shape(),
            "1x1x2x2");
  EXPECT_EQ(Pool("AveragePool", 22, {1, 1, 2, 2}, {1, 1})
                .Ints("strides", {2, 2})
                .Ints("pads", {0, 0, 1, 1})
                .Int("ceil_mode", 1)
                .Run()
                .shape(),
            "1x1x1x1");  // the second of (2 + 1 - 1) / 2 + 1 windows starts behind the input
}

TEST(PoolingTest, DilationWidensTheReach) {
  EXPECT_EQ(Pool("AveragePool", 19, {1, 1, 7, 7}, {3, 3}).Ints("dilations", {2, 2}).Run().shape(),
            "1x1x3x3");
}

TEST(PoolingTest, AutoPad) {
  EXPECT_EQ(Pool("AveragePool", 11, {1, 1, 7, 7}, {3, 3})
                .Ints("strides", {2, 2})
                .String("auto_pad", "SAME_UPPER")
                .Run()
                .shape(),
            "1x1x4x4");
}

TEST(PoolingTest, MeanAddsAndDivides) {
  const OperatorResult pool = Pool("AveragePool", 11, {1, 2048, 7, 7}, {7, 7}).Run();
  EXPECT_EQ(pool.shape(), "1x2048x1x1");
  EXPECT_EQ(pool.work.arithmetic, Count(2048 * 7 * 7));
  EXPECT_EQ(pool.work.arithmetic, Count(100'352));
}

TEST(PoolingTest, IntegersAreIntegerWork) {
  const OperatorResult pool = OperatorCase("MaxPool", 12)
                                  .In(DType::kUint8, {1, 1, 4, 4})
                                  .Ints("kernel_shape", {2, 2})
                                  .Run();
  EXPECT_EQ(pool.outputs[0].dtype, DType::kUint8);
  EXPECT_EQ(pool.work.integer_ops, Count(3 * 3 * (2 * 2 - 1)));
  EXPECT_EQ(pool.work.comparisons, Count(0));
}

TEST(PoolingTest, GlobalPoolsReduceToOne) {
  const auto global = [](const std::string& op) {
    return OperatorCase(op, 13).In(DType::kFloat32, {2, 8, 5, 7}).Run();
  };
  EXPECT_EQ(global("GlobalAveragePool").shape(), "2x8x1x1");
  EXPECT_EQ(global("GlobalAveragePool").work.arithmetic, Count(2 * 8 * 5 * 7));
  EXPECT_EQ(global("GlobalMaxPool").work.comparisons, Count(2 * 8 * (5 * 7 - 1)));
  EXPECT_EQ(global("GlobalLpPool").work.fmas, Count(2 * 8 * 5 * 7));
  EXPECT_EQ(global("GlobalLpPool").work.arithmetic, Count(2 * 8));
}

TEST(PoolingTest, NormOrderDecidesTheWork) {
  EXPECT_EQ(Pool("LpPool", 18, {1, 1, 4}, {2}).Int("p", 1).Run().work.arithmetic,
            Count(3 * (2 * 2 - 1)));
  EXPECT_EQ(Pool("LpPool", 18, {1, 1, 4}, {2}).Int("p", 3).Run().work.transcendentals,
            Count(3 * (2 + 1)));
  EXPECT_EQ(Pool("LpPool", 1, {1, 1, 4}, {2}).Float("p", 1.0).Run().work.arithmetic,
            Count(3 * (2 * 2 - 1)));
}

TEST(PoolingTest, OtherLayouts) {
  EXPECT_EQ(OperatorCase("MaxPool", 12, "com.ms.internal.nhwc")
                .In(DType::kFloat32, {1, 8, 6, 64})
                .Ints("kernel_shape", {2, 2})
                .Ints("strides", {2, 2})
                .Run()
                .shape(),
            "1x4x3x64");
  EXPECT_EQ(OperatorCase("GlobalAveragePool", 1, "com.ms.internal.nhwc")
                .In(DType::kFloat32, {1, 8, 6, 64})
                .Run()
                .shape(),
            "1x1x1x64");
  EXPECT_EQ(OperatorCase("NhwcMaxPool", 1, "com.microsoft")
                .In(DType::kInt8, {1, 8, 6, 64})
                .Ints("kernel_shape", {2, 2})
                .Run()
                .shape(),
            "1x7x5x64");
  EXPECT_EQ(OperatorCase("AveragePool", 1, "com.microsoft.nchwc")
                .In(DType::kFloat32, {1, 64, 8, 6})
                .Ints("kernel_shape", {2, 2})
                .Run()
                .shape(),
            "1x64x7x5");
}

TEST(PoolingTest, Contradictions) {
  EXPECT_FALSE(OperatorCase("MaxPool", 12).In(DType::kFloat32, {1, 1, 4}).Run().status.ok());
  EXPECT_FALSE(Pool("MaxPool", 12, {4, 4}, {2}).Run().status.ok());
  EXPECT_FALSE(Pool("MaxPool", 12, {1, 1, 4}, {5}).Run().status.ok());
  EXPECT_FALSE(Pool("MaxPool", 12, {1, 1, 4}, {2, 2}).Run().status.ok());
  EXPECT_FALSE(Pool("MaxPool", 12, {1, 1, 4}, {2}).Ints("strides", {0}).Run().status.ok());
}

TEST(PoolingTest, EmptyAndHugeTensors) {
  const OperatorResult empty = Pool("MaxPool", 12, {0, 3, 8, 8}, {2, 2}).Run();
  EXPECT_EQ(empty.shape(), "0x3x7x7");
  EXPECT_EQ(empty.work.comparisons, Count(0));
  EXPECT_FALSE(
      Pool("MaxPool", 12, {1, 1, int64_t{1} << 40, int64_t{1} << 40}, {2, 2}).Run().status.ok());
}

}  // namespace
}  // namespace roofline::testing
