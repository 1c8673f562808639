#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

OperatorResult Integers(const std::string& op, std::vector<int64_t> a, std::vector<int64_t> b) {
  return OperatorCase(op, 14).In(std::move(a)).In(std::move(b)).Run();
}

TEST(ArithmeticTest, BroadcastsAndCounts) {
  for (const std::string op : {"Add", "Sub", "Mul", "Div"}) {
    const OperatorResult result =
        OperatorCase(op, 13).In(DType::kFloat32, {2, 1, 4}).In(DType::kFloat32, {3, 1}).Run();
    EXPECT_EQ(result.shape(), "2x3x4");
    EXPECT_EQ(result.work.arithmetic, Count(2 * 3 * 4));
    EXPECT_EQ(result.work.TotalRead(), Count(4 * (2 * 4 + 3)));
    EXPECT_EQ(result.work.TotalWritten(), Count(4 * 2 * 3 * 4));
  }
  EXPECT_THAT(
      OperatorCase("Add", 7).In(DType::kFloat32, {2}).In(DType::kFloat32, {3}).Run().shape(),
      HasSubstr("shapes cannot be broadcast together"));
  EXPECT_EQ(OperatorCase("Add", 7).In(DType::kFloat32, {0}).In(DType::kFloat32, {1}).Run().shape(),
            "0");
}

TEST(ArithmeticTest, OldVersionsAlignByAxis) {
  const OperatorResult result = OperatorCase("Add", 6)
                                    .Int("broadcast", 1)
                                    .Int("axis", 0)
                                    .InInts(DType::kInt64, {2, 2}, {1, 2, 3, 4})
                                    .In({10, 20})
                                    .Run();
  EXPECT_EQ(result.shape(), "2x2");
  EXPECT_THAT(result.ints(), ElementsAre(11, 12, 23, 24));
}

TEST(ArithmeticTest, IntegerContent) {
  EXPECT_THAT(Integers("Add", {1, 2}, {10}).ints(), ElementsAre(11, 12));
  EXPECT_THAT(Integers("Sub", {1, 2}, {10}).ints(), ElementsAre(-9, -8));
  EXPECT_THAT(Integers("Mul", {3, -4}, {5}).ints(), ElementsAre(15, -20));
  EXPECT_THAT(Integers("Div", {7, -7}, {2}).ints(), ElementsAre(3, -3));
  EXPECT_THAT(Integers("Mod", {7, -7}, {3}).ints(), ElementsAre(1, 2));
  EXPECT_THAT(Integers("Mod", {7, -7}, {-3}).ints(), ElementsAre(-2, -1));
  EXPECT_EQ(Integers("Add", {1, 2}, {10}).work.integer_ops, Count(2));
  EXPECT_THAT(OperatorCase("Mod", 13).Int("fmod", 1).In({7, -7}).In({3}).Run().ints(),
              ElementsAre(1, -1));
}

TEST(ArithmeticTest, IntegersWrapAndNeverTrap) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_THAT(Integers("Add", {kMax}, {1}).ints(), ElementsAre(kMin));
  EXPECT_THAT(Integers("Div", {kMin}, {-1}).ints(), ElementsAre(kMin));
  EXPECT_THAT(Integers("Mod", {kMin}, {-1}).ints(), ElementsAre(0));
  EXPECT_THAT(Integers("Div", {1, 2}, {0}).ints(), IsEmpty());
  EXPECT_THAT(Integers("Mod", {1, 2}, {0}).ints(), IsEmpty());
  EXPECT_THAT(OperatorCase("Mul", 14)
                  .InInts(DType::kUint8, {1}, {200})
                  .InInts(DType::kUint8, {1}, {2})
                  .Run()
                  .ints(),
              ElementsAre(144));
  EXPECT_THAT(OperatorCase("Div", 14)
                  .InInts(DType::kUint64, {1}, {-1})
                  .InInts(DType::kUint64, {1}, {2})
                  .Run()
                  .ints(),
              ElementsAre(kMax));
}

TEST(ArithmeticTest, FloatContentIsRounded) {
  const OperatorResult result = OperatorCase("Div", 14)
                                    .InFloats(DType::kFloat32, {1}, {1})
                                    .InFloats(DType::kFloat32, {}, {3})
                                    .Run();
  EXPECT_THAT(result.floats(), ElementsAre(static_cast<double>(1.0F / 3.0F)));
  EXPECT_THAT(OperatorCase("Mod", 10)
                  .Int("fmod", 1)
                  .InFloats(DType::kFloat32, {1}, {-7})
                  .InFloats(DType::kFloat32, {}, {3})
                  .Run()
                  .floats(),
              ElementsAre(-1));
}

TEST(ArithmeticTest, EmptyTensorsOfHugeExtent) {
  const int64_t huge = int64_t{1} << 40;
  const OperatorResult result = OperatorCase("Add", 14)
                                    .InInts(DType::kInt64, {0, huge, huge}, {})
                                    .InInts(DType::kInt64, {0, huge, huge}, {})
                                    .Run();
  EXPECT_EQ(result.work.integer_ops, Count(0));
}

}  // namespace
}  // namespace roofline::testing
