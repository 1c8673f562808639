#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ExpandTest, BroadcastsBothWays) {
  const auto expand = [](Shape x, std::vector<int64_t> target) {
    return OperatorCase("Expand", 13).In(DType::kFloat32, std::move(x)).In(std::move(target)).Run();
  };
  EXPECT_EQ(expand({3, 1}, {2, 1, 6}).shape(), "2x3x6");
  EXPECT_EQ(expand({3, 4}, {1}).shape(), "3x4");
  EXPECT_EQ(expand({}, {}).shape(), "scalar");
  EXPECT_EQ(expand({1}, {0}).shape(), "0");
  EXPECT_THAT(expand({3}, {4}).shape(), HasSubstr("3 does not expand to [4]"));
  EXPECT_THAT(expand({3}, {-1}).shape(), HasSubstr("does not expand"));
  EXPECT_EQ(expand({3, 1}, {3, 6}).work.TotalRead(), Count(4 * 3 + 8 * 2));
  EXPECT_EQ(expand({3, 1}, {3, 6}).work.TotalWritten(), Count(4 * 3 * 6));
  EXPECT_THAT(
      OperatorCase("Expand", 8).In(DType::kFloat32, {3}).In(DType::kInt64, {2}).Run().shape(),
      HasSubstr("the target shape comes from input 1"));
}

TEST(ExpandTest, RepeatsContentUpToALimit) {
  EXPECT_THAT(
      OperatorCase("Expand", 13).InInts(DType::kInt64, {2, 1}, {1, 2}).In({2, 2}).Run().ints(),
      ElementsAre(1, 1, 2, 2));
  const OperatorResult huge =
      OperatorCase("Expand", 13).InInts(DType::kInt64, {}, {1}).In({int64_t{1} << 40}).Run();
  EXPECT_EQ(huge.shape(), "1099511627776");
  EXPECT_EQ(huge.outputs[0].value, nullptr);
}

TEST(TileTest, RepeatsEveryAxis) {
  const auto tile = [](Shape x, std::vector<int64_t> repeats) {
    return OperatorCase("Tile", 13)
        .In(DType::kFloat32, std::move(x))
        .In(std::move(repeats))
        .Run()
        .shape();
  };
  EXPECT_EQ(tile({2, 3}, {2, 1}), "4x3");
  EXPECT_EQ(tile({2, 3}, {0, 5}), "0x15");
  EXPECT_THAT(tile({2, 3}, {2}), HasSubstr("1 repeats for a rank 2 tensor"));
  EXPECT_THAT(tile({2}, {-1}), HasSubstr("0 or more"));
  EXPECT_THAT(tile({int64_t{1} << 40}, {int64_t{1} << 40}), HasSubstr("overflows"));
  EXPECT_THAT(OperatorCase("Tile", 6).In({1, 2}).In({2}).Run().ints(), ElementsAre(1, 2, 1, 2));
}

TEST(TileTest, FirstVersionNamesOneAxis) {
  EXPECT_EQ(OperatorCase("Tile", 1)
                .In(DType::kFloat32, {2, 3})
                .InFloats(DType::kFloat32, {1}, {4})
                .InFloats(DType::kFloat32, {1}, {1})
                .Run()
                .shape(),
            "2x12");
}

}  // namespace
}  // namespace roofline::testing
