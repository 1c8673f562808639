#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

// x[start:end:step] along the only axis.
OperatorResult Slice(std::vector<int64_t> x, int64_t start, int64_t end, int64_t step) {
  return OperatorCase("Slice", 13).In(std::move(x)).In({start}).In({end}).In({0}).In({step}).Run();
}

TEST(SliceTest, FollowsNumpy) {
  const std::vector<int64_t> x = {10, 11, 12, 13, 14};
  EXPECT_THAT(Slice(x, 1, 3, 1).ints(), ElementsAre(11, 12));
  EXPECT_THAT(Slice(x, -2, kMost, 1).ints(), ElementsAre(13, 14));
  EXPECT_THAT(Slice(x, -100, 2, 1).ints(), ElementsAre(10, 11));
  EXPECT_THAT(Slice(x, 0, 5, 2).ints(), ElementsAre(10, 12, 14));
  EXPECT_THAT(Slice(x, -1, kLeast, -1).ints(), ElementsAre(14, 13, 12, 11, 10));
  EXPECT_THAT(Slice(x, 3, 0, -2).ints(), ElementsAre(13, 11));
  EXPECT_THAT(Slice(x, kMost, kLeast, kLeast).ints(), ElementsAre(14));
  EXPECT_THAT(Slice(x, 0, 5, kMost).ints(), ElementsAre(10));
  EXPECT_EQ(Slice(x, 3, 1, 1).shape(), "0");
  EXPECT_EQ(Slice({}, 0, kMost, 1).shape(), "0");
  EXPECT_EQ(Slice({}, -1, kLeast, -1).shape(), "0");
  EXPECT_THAT(Slice(x, 0, 5, 0).shape(), HasSubstr("a step is 0"));
}

TEST(SliceTest, AttributesBeforeVersionTen) {
  EXPECT_EQ(OperatorCase("Slice", 1)
                .In(DType::kFloat32, {4, 5, 6})
                .Ints("starts", {1, -2})
                .Ints("ends", {3, 1000})
                .Ints("axes", {0, 2})
                .Run()
                .shape(),
            "2x5x2");
  EXPECT_EQ(OperatorCase("Slice", 1)
                .In(DType::kFloat32, {4, 5})
                .Ints("starts", {1})
                .Ints("ends", {3})
                .Run()
                .shape(),
            "2x5");
}

TEST(SliceTest, ReadsWhatItKeeps) {
  const OperatorResult slice =
      OperatorCase("Slice", 13).In(DType::kFloat32, {1000, 8}).In({0}).In({2}).Run();
  EXPECT_EQ(slice.shape(), "2x8");
  EXPECT_EQ(slice.work.TotalRead(), Count(4 * 2 * 8 + 8 + 8));
  EXPECT_EQ(slice.work.TotalWritten(), Count(4 * 2 * 8));
}

TEST(SliceTest, UnknownLimitsAreBoundedByTheWhole) {
  const OperatorResult slice =
      OperatorCase("Slice", 13).In(DType::kFloat32, {7}).In(DType::kInt64, {1}).In({3}).Run();
  EXPECT_EQ(slice.shape(), "7");
  EXPECT_EQ(slice.outputs[0].mark, Mark::kBounded);
}

TEST(SliceTest, Contradictions) {
  const auto slice = [](std::vector<int64_t> starts, std::vector<int64_t> ends,
                        std::vector<int64_t> axes) {
    return OperatorCase("Slice", 11)
        .In(DType::kFloat32, {4, 4})
        .In(std::move(starts))
        .In(std::move(ends))
        .In(std::move(axes))
        .Run()
        .shape();
  };
  EXPECT_THAT(slice({0}, {1, 2}, {0}), HasSubstr("differ in length"));
  EXPECT_THAT(slice({0, 0}, {1, 2}, {0, -2}), HasSubstr("listed twice"));
  EXPECT_THAT(slice({0}, {1}, {2}), HasSubstr("axis 2 is outside"));
  EXPECT_THAT(slice({0, 0, 0}, {1, 1, 1}, {}), HasSubstr("3 starts for a rank 2 tensor"));
}

}  // namespace
}  // namespace roofline::testing
