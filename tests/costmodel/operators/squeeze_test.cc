#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SqueezeTest, AxesAsAttributeOrInput) {
  const auto by_attribute = [](Shape x, std::vector<int64_t> axes) {
    return OperatorCase("Squeeze", 11)
        .In(DType::kFloat32, std::move(x))
        .Ints("axes", std::move(axes))
        .Run()
        .shape();
  };
  EXPECT_EQ(by_attribute({1, 3, 1}, {0}), "3x1");
  EXPECT_EQ(by_attribute({1, 3, 1}, {-1, 0}), "3");
  EXPECT_THAT(by_attribute({1, 3}, {1}), HasSubstr("axis 1 has extent 3, only 1 can go"));
  EXPECT_THAT(by_attribute({1, 3}, {2}), HasSubstr("axis 2 is outside"));
  EXPECT_EQ(OperatorCase("Squeeze", 13).In(DType::kFloat32, {1, 3, 1}).In({2}).Run().shape(),
            "1x3");
  EXPECT_EQ(OperatorCase("Squeeze", 13).In(DType::kFloat32, {1, 0, 1}).Run().shape(), "0");
}

TEST(SqueezeTest, UnknownAxes) {
  const auto unknown = [](Shape x) {
    return OperatorCase("Squeeze", 13)
        .In(DType::kFloat32, std::move(x))
        .In(DType::kInt64, {1})
        .Run()
        .shape();
  };
  EXPECT_EQ(unknown({1, 3}), "3");  // one axis, and only one can go
  EXPECT_THAT(unknown({1, 3, 1}), HasSubstr("the list of axes comes from input 1"));
}

TEST(UnsqueezeTest, AxesCountInTheOutput) {
  const auto unsqueeze = [](Shape x, std::vector<int64_t> axes) {
    return OperatorCase("Unsqueeze", 13)
        .In(DType::kFloat32, std::move(x))
        .In(std::move(axes))
        .Run()
        .shape();
  };
  EXPECT_EQ(unsqueeze({3, 4}, {0}), "1x3x4");
  EXPECT_EQ(unsqueeze({3, 4}, {-1}), "3x4x1");
  EXPECT_EQ(unsqueeze({3, 4}, {3, 0}), "1x3x4x1");
  EXPECT_EQ(unsqueeze({}, {0}), "1");
  EXPECT_THAT(unsqueeze({3}, {0, 0}), HasSubstr("listed twice"));
  EXPECT_THAT(unsqueeze({3}, {2}), HasSubstr("axis 2 is outside"));
  EXPECT_EQ(OperatorCase("Unsqueeze", 1).In(DType::kFloat32, {3}).Ints("axes", {1}).Run().shape(),
            "3x1");
}

TEST(UnsqueezeTest, ScalarsBecomeListsWithContent) {
  const OperatorResult list =
      OperatorCase("Unsqueeze", 13).InInts(DType::kInt64, {}, {7}).In({0}).Run();
  EXPECT_EQ(list.shape(), "1");
  EXPECT_THAT(list.ints(), ElementsAre(7));
  EXPECT_EQ(list.work.TotalRead() + list.work.TotalWritten(), Count(0));
}

}  // namespace
}  // namespace roofline::testing
