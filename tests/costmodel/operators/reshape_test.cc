#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

OperatorResult Reshape(Shape x, std::vector<int64_t> target, int64_t allow_zero = 0) {
  return OperatorCase("Reshape", 14)
      .In(DType::kFloat32, std::move(x))
      .In(std::move(target))
      .Int("allowzero", allow_zero)
      .Run();
}

TEST(ReshapeTest, ResolvesItsTarget) {
  constexpr int64_t kHuge = int64_t{1} << 40;
  EXPECT_EQ(Reshape({2, 3, 4}, {6, 4}).shape(), "6x4");
  EXPECT_EQ(Reshape({2, 3, 4}, {-1}).shape(), "24");
  EXPECT_EQ(Reshape({2, 3, 4}, {0, -1}).shape(), "2x12");
  EXPECT_EQ(Reshape({2, 3, 4}, {0, 0, 2, -1}).shape(), "2x3x2x2");
  EXPECT_EQ(Reshape({1}, {}).shape(), "scalar");
  EXPECT_EQ(Reshape({}, {1, 1}).shape(), "1x1");
  EXPECT_EQ(Reshape({0, 3, 4}, {0, -1}).shape(), "0x12");
  EXPECT_EQ(Reshape({0, 3}, {3, 0}, 1).shape(), "3x0");
  EXPECT_EQ(Reshape({kHuge, 4}, {2, -1}).shape(), "2x2199023255552");
}

TEST(ReshapeTest, ContradictionsStateElementCounts) {
  EXPECT_THAT(Reshape({2, 3, 4}, {5, 5}).shape(),
              HasSubstr("cannot reshape 2x3x4 (24 elements) to [5, 5] (25 elements)"));
  EXPECT_THAT(Reshape({2, 3, 4}, {5, -1}).shape(), HasSubstr("(24 elements) to [5, -1]"));
  EXPECT_THAT(Reshape({2, 3}, {-1, -1}).shape(), HasSubstr("more than one -1"));
  EXPECT_THAT(Reshape({2, 3}, {-2, 3}).shape(), HasSubstr("negative extent"));
  EXPECT_THAT(Reshape({2, 3}, {2, 3, 0}).shape(), HasSubstr("copies extent 2 of a rank 2"));
  EXPECT_THAT(Reshape({0, 3}, {0, -1}, 1).shape(), HasSubstr("cannot reshape"));
}

TEST(ReshapeTest, ATargetForAnotherBatchSaysWhatToDo) {
  const auto constant = [](Shape x, std::vector<int64_t> target) {
    Fact fact = TensorFact(DType::kInt64, {static_cast<int64_t>(target.size())});
    fact.constant = true;
    fact.value = std::make_shared<Tensor>(Tensor{DType::kInt64, *fact.shape, std::move(target)});
    return OperatorCase("Reshape", 14)
        .In(DType::kFloat32, std::move(x))
        .InFact(std::move(fact))
        .Run()
        .shape();
  };
  EXPECT_THAT(constant({8, 64, 4}, {1, 256}),
              HasSubstr("the model fixes its batch here: it reshapes to the constant [1, 256], but "
                        "8x64x4 is 8 times as large; take a batch 8 times smaller"));
  EXPECT_THAT(constant({8, 3}, {2, 3}), HasSubstr("take a batch 4 times smaller"));
  EXPECT_THAT(constant({8, 3}, {1, 5}), HasSubstr("cannot reshape 8x3 (24 elements)"));
  EXPECT_THAT(constant({8, 3}, {3, 3}), HasSubstr("cannot reshape 8x3 (24 elements)"));
  EXPECT_THAT(Reshape({8, 3}, {1, 3}).shape(), HasSubstr("cannot reshape 8x3 (24 elements)"));
}

TEST(ReshapeTest, UnknownTarget) {
  const auto unknown = [](Shape target_shape) {
    return OperatorCase("Reshape", 5)
        .In(DType::kFloat32, {2, 3})
        .In(DType::kInt64, std::move(target_shape))
        .Run()
        .shape();
  };
  EXPECT_EQ(unknown({1}), "6");
  EXPECT_THAT(unknown({2}), HasSubstr("the target shape comes from input 1"));
}

TEST(ReshapeTest, FirstVersionHasAnAttribute) {
  EXPECT_EQ(
      OperatorCase("Reshape", 1).In(DType::kFloat32, {2, 3}).Ints("shape", {3, -1}).Run().shape(),
      "3x2");
  EXPECT_THAT(OperatorCase("Reshape", 1).In(DType::kFloat32, {2, 3}).Run().shape(),
              HasSubstr("expected a target shape"));
}

TEST(ReshapeTest, IsAViewThatKeepsContent) {
  const OperatorResult reshape = OperatorCase("Reshape", 13).In({1, 2, 3, 4}).In({2, 2}).Run();
  EXPECT_THAT(reshape.ints(), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(reshape.work.TotalRead(), Count(0));
  EXPECT_EQ(reshape.work.TotalWritten(), Count(0));
  EXPECT_EQ(reshape.work.Flops(), Count(0));
}

TEST(FlattenTest, SplitsTheAxesInTwo) {
  const auto flatten = [](Shape x, int64_t axis) {
    return OperatorCase("Flatten", 13).In(DType::kFloat32, std::move(x)).Int("axis", axis).Run();
  };
  EXPECT_EQ(flatten({2, 3, 4}, 1).shape(), "2x12");
  EXPECT_EQ(flatten({2, 3, 4}, 0).shape(), "1x24");
  EXPECT_EQ(flatten({2, 3, 4}, 3).shape(), "24x1");
  EXPECT_EQ(flatten({2, 3, 4}, -1).shape(), "6x4");
  EXPECT_EQ(flatten({}, 0).shape(), "1x1");
  EXPECT_THAT(flatten({2}, 2).shape(), HasSubstr("axis 2 is outside"));
}

}  // namespace
}  // namespace roofline::testing
