#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

OperatorCase Condition(std::vector<int64_t> content) {
  const auto size = static_cast<int64_t>(content.size());
  return std::move(OperatorCase("Where", 16).InInts(DType::kBool, {size}, std::move(content)));
}

TEST(WhereTest, ShapeTypeAndWork) {
  const OperatorResult result = OperatorCase("Where", 9)
                                    .In(DType::kBool, {2, 1})
                                    .In(DType::kFloat16, {3})
                                    .In(DType::kFloat16, {})
                                    .Run();
  EXPECT_EQ(result.shape(), "2x3");
  EXPECT_EQ(result.outputs[0].dtype, DType::kFloat16);
  EXPECT_EQ(result.work.comparisons, Count(2 * 3));
  EXPECT_EQ(result.work.TotalRead(), Count(2 * 1 + 2 * 3 + 2));
}

TEST(WhereTest, Content) {
  EXPECT_THAT(Condition({1, 0}).In({1, 2}).In({7}).Run().ints(), ElementsAre(1, 7));
  EXPECT_THAT(Condition({1, 1}).In({1, 2}).In(DType::kInt64, {2}).Run().ints(), ElementsAre(1, 2));
  EXPECT_THAT(Condition({0, 0}).In(DType::kInt64, {2}).In({7}).Run().ints(), ElementsAre(7, 7));
  EXPECT_THAT(Condition({1, 0}).In({1, 2}).In(DType::kInt64, {2}).Run().ints(), IsEmpty());
  EXPECT_THAT(OperatorCase("Where", 9).In(DType::kBool, {1}).In({1}).In({2}).Run().ints(),
              IsEmpty());
  EXPECT_THAT(Condition({0})
                  .InFloats(DType::kFloat32, {1}, {1.5})
                  .InFloats(DType::kFloat32, {1}, {2.5})
                  .Run()
                  .floats(),
              ElementsAre(2.5));
}

TEST(WhereTest, Conflict) {
  EXPECT_THAT(Condition({1, 0}).In({1, 2, 3}).In({7}).Run().shape(),
              HasSubstr("shapes cannot be broadcast together"));
}

}  // namespace
}  // namespace roofline::testing
