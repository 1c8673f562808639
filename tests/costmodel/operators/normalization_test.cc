#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

OperatorCase BatchNorm(int opset, Shape x, const Shape& statistics) {
  OperatorCase norm("BatchNormalization", opset);
  norm.In(DType::kFloat32, std::move(x));
  for (int i = 0; i < 4; ++i) norm.In(DType::kFloat32, statistics);
  return norm;
}

TEST(BatchNormTest, InferenceIsOneFmaPerElement) {
  for (const int opset : {1, 6, 7, 9, 14, 15}) {
    const OperatorResult norm = BatchNorm(opset, {1, 64, 112, 112}, {64}).Int("is_test", 1).Run();
    EXPECT_EQ(norm.shape(), "1x64x112x112");
    EXPECT_EQ(norm.work.fmas, Count(64 * 112 * 112));
    EXPECT_EQ(norm.work.arithmetic, Count(0));
  }
}

TEST(BatchNormTest, TrainingAddsMomentsAndRunningStatistics) {
  const int64_t n = 2 * 3 * 4;
  const OperatorResult norm =
      BatchNorm(15, {2, 3, 4}, {3}).Int("training_mode", 1).Outputs(3).Run();
  EXPECT_EQ(norm.shape(1), "3");
  EXPECT_EQ(norm.shape(2), "3");
  EXPECT_EQ(norm.work.fmas, Count(n + n + 2 * 3));
  EXPECT_EQ(norm.work.arithmetic, Count(2 * n + 3 + 4 * 3 + 2 * 3));
  EXPECT_EQ(BatchNorm(9, {2, 3, 4}, {3}).Outputs(5).Run().shape(4), "3");
}

TEST(BatchNormTest, StatisticsPerPosition) {
  EXPECT_TRUE(BatchNorm(7, {2, 3, 4}, {3, 4}).Int("spatial", 0).Run().status.ok());
  EXPECT_FALSE(BatchNorm(9, {2, 3, 4}, {3, 4}).Run().status.ok());
  EXPECT_TRUE(BatchNorm(15, {5}, {1}).Run().status.ok());
}

OperatorCase LayerNorm(const std::string& op, int opset, Shape x, Shape scale) {
  OperatorCase norm(op, opset);
  norm.In(DType::kFloat16, std::move(x)).In(DType::kFloat16, std::move(scale));
  return norm;
}

TEST(LayerNormTest, StatisticsAreKeptPerRow) {
  const int64_t rows = 2 * 128;
  const int64_t n = rows * 768;
  const OperatorResult norm = LayerNorm("LayerNormalization", 17, {2, 128, 768}, {768})
                                  .In(DType::kFloat16, {768})
                                  .Outputs(3)
                                  .Run();
  EXPECT_EQ(norm.shape(0), "2x128x768");
  EXPECT_EQ(norm.shape(1), "2x128x1");
  EXPECT_EQ(norm.outputs[1].dtype, DType::kFloat32);
  EXPECT_EQ(norm.work.fmas, Count(2 * n));
  EXPECT_EQ(norm.work.arithmetic, Count(3 * n + 5 * rows));
}

TEST(LayerNormTest, AxisAndRuntimeForms) {
  EXPECT_EQ(LayerNorm("LayerNormalization", 17, {2, 3, 4}, {3, 4})
                .Int("axis", 1)
                .Outputs(2)
                .Run()
                .shape(1),
            "2x1x1");
  EXPECT_EQ(LayerNorm("LayerNormalization", 11, {2, 4}, {4}).Run().shape(), "2x4");
  EXPECT_FALSE(LayerNorm("LayerNormalization", 17, {2, 4}, {4}).Int("axis", 2).Run().status.ok());
  EXPECT_FALSE(LayerNorm("LayerNormalization", 17, {2, 4}, {5}).Run().status.ok());
  EXPECT_FALSE(
      LayerNorm("LayerNormalization", 17, {2, 4}, {4}).Int("stash_type", 99).Run().status.ok());
}

TEST(LayerNormTest, RmsHasNoMean) {
  for (const char* op : {"RMSNormalization", "SimplifiedLayerNormalization"}) {
    const OperatorResult norm = LayerNorm(op, 23, {6, 8}, {8}).Run();
    EXPECT_EQ(norm.work.fmas, Count(6 * 8)) << op;
    EXPECT_EQ(norm.work.arithmetic, Count(2 * 6 * 8 + 4 * 6)) << op;
  }
}

TEST(LayerNormTest, SkipAddsFirst) {
  const OperatorResult norm = OperatorCase("SkipLayerNormalization", 1, "com.microsoft")
                                  .In(DType::kFloat32, {2, 4, 8})
                                  .In(DType::kFloat32, {2, 4, 8})
                                  .In(DType::kFloat32, {8})
                                  .In(DType::kFloat32, {8})
                                  .In(DType::kFloat32, {8})
                                  .Outputs(4)
                                  .Run();
  const int64_t n = 2 * 4 * 8;
  EXPECT_EQ(norm.shape(3), "2x4x8");
  EXPECT_EQ(norm.work.arithmetic, Count(2 * n + 3 * n + 5 * 2 * 4));
  EXPECT_EQ(norm.work.fmas, Count(2 * n));
}

TEST(EmbedLayerNormTest, ReadsOnlyTheRowsOfTheTokens) {
  const OperatorResult embed = OperatorCase("EmbedLayerNormalization", 1, "com.microsoft")
                                   .In(DType::kInt32, {1, 16})
                                   .In(DType::kInt32, {1, 16})
                                   .In(DType::kFloat32, {30522, 768})
                                   .In(DType::kFloat32, {512, 768})
                                   .In(DType::kFloat32, {2, 768})
                                   .In(DType::kFloat32, {768})
                                   .In(DType::kFloat32, {768})
                                   .Outputs(2)
                                   .Run();
  EXPECT_EQ(embed.shape(0), "1x16x768");
  EXPECT_EQ(embed.shape(1), "1");
  EXPECT_EQ(embed.work.read_bytes[2], Count(4 * 16 * 768));
}

TEST(GroupNormTest, ScalePerGroupThenPerChannel) {
  const auto norm = [](int opset, int64_t scales) {
    return OperatorCase("GroupNormalization", opset)
        .In(DType::kFloat32, {2, 8, 5})
        .In(DType::kFloat32, {scales})
        .In(DType::kFloat32, {scales})
        .Int("num_groups", 4)
        .Run();
  };
  EXPECT_TRUE(norm(18, 4).status.ok());
  EXPECT_FALSE(norm(18, 8).status.ok());
  EXPECT_TRUE(norm(21, 8).status.ok());
  EXPECT_FALSE(norm(21, 4).status.ok());
  EXPECT_EQ(norm(21, 8).work.fmas, Count(2 * 2 * 8 * 5));
  EXPECT_EQ(norm(21, 8).work.arithmetic, Count(2 * 80 + 5 * 2 * 4 + 2 * 8));
}

TEST(GroupNormTest, RuntimeFormHasChannelsLast) {
  const OperatorResult norm = OperatorCase("GroupNorm", 1, "com.microsoft")
                                  .In(DType::kFloat16, {1, 4, 4, 32})
                                  .In(DType::kFloat32, {32})
                                  .In(DType::kFloat32, {32})
                                  .Int("groups", 32)
                                  .Int("activation", 1)
                                  .Run();
  EXPECT_EQ(norm.shape(), "1x4x4x32");
  EXPECT_EQ(norm.work.transcendentals, Count(4 * 4 * 32));
}

TEST(OtherNormTest, Counts) {
  const OperatorResult lrn =
      OperatorCase("LRN", 13).In(DType::kFloat32, {1, 8, 4, 4}).Int("size", 5).Run();
  EXPECT_EQ(lrn.work.transcendentals, Count(8 * 4 * 4));
  EXPECT_EQ(lrn.work.arithmetic, Count(8 * 4 * 4 * (1 + 4 + 1)));
  EXPECT_FALSE(OperatorCase("LRN", 13).In(DType::kFloat32, {1, 8, 4, 4}).Run().status.ok());

  const OperatorResult lp =
      OperatorCase("LpNormalization", 22).In(DType::kFloat32, {6, 8}).Int("axis", -1).Run();
  EXPECT_EQ(lp.work.fmas, Count(6 * 8));
  EXPECT_EQ(lp.work.arithmetic, Count(6 * 8 + 6));

  const OperatorResult mvn =
      OperatorCase("MeanVarianceNormalization", 13).In(DType::kFloat32, {2, 3, 4, 5}).Run();
  EXPECT_EQ(mvn.work.arithmetic, Count(3 * 2 * 3 * 4 * 5 + 5 * 3));

  const OperatorResult instance = OperatorCase("InstanceNormalization", 6)
                                      .In(DType::kFloat32, {2, 3, 4, 5})
                                      .In(DType::kFloat32, {3})
                                      .In(DType::kFloat32, {3})
                                      .Run();
  EXPECT_EQ(instance.work.fmas, Count(2 * 2 * 3 * 4 * 5));
  EXPECT_EQ(instance.work.arithmetic, Count(2 * 120 + 6 * 2 * 3));
}

TEST(LossTest, LikelihoodsReadOneScorePerLabel) {
  const OperatorResult loss = OperatorCase("NegativeLogLikelihoodLoss", 13)
                                  .In(DType::kFloat32, {3, 5, 6})
                                  .In(DType::kInt64, {3, 6})
                                  .String("reduction", "none")
                                  .Run();
  EXPECT_EQ(loss.shape(), "3x6");
  EXPECT_EQ(loss.work.read_bytes[0], Count(4 * 3 * 6));
  const OperatorResult entropy = OperatorCase("SoftmaxCrossEntropyLoss", 13)
                                     .In(DType::kFloat32, {3, 5, 6})
                                     .In(DType::kInt64, {3, 6})
                                     .Outputs(2)
                                     .Run();
  EXPECT_EQ(entropy.shape(0), "scalar");
  EXPECT_EQ(entropy.shape(1), "3x5x6");
  EXPECT_EQ(entropy.work.transcendentals, Count(3 * 5 * 6 + 3 * 6));
  EXPECT_FALSE(OperatorCase("NegativeLogLikelihoodLoss", 13)
                   .In(DType::kFloat32, {3, 5})
                   .In(DType::kInt64, {4})
                   .Run()
                   .status.ok());
}

TEST(BatchNormTest, InternalFormTrainsUnlessToldOtherwise) {
  const auto norm = [](int64_t training) {
    OperatorCase c("BatchNormInternal", 1, "com.microsoft");
    c.In(DType::kFloat32, {2, 3, 4, 5});
    for (int i = 0; i < 4; ++i) c.In(DType::kFloat32, {3});
    if (training >= 0) c.Int("training_mode", training);
    return c.Outputs(5).Run();
  };
  EXPECT_EQ(norm(0).work.fmas, Count(2 * 3 * 4 * 5));
  EXPECT_GT(norm(1).work.fmas.value(), 2 * 3 * 4 * 5);
  EXPECT_EQ(norm(-1).work.fmas, norm(1).work.fmas);
  EXPECT_EQ(norm(1).shape(0), "2x3x4x5");
  EXPECT_EQ(norm(1).shape(4), "3");
}

}  // namespace
}  // namespace roofline::testing
