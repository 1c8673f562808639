#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(GridSampleTest, TakesItsExtentFromTheGrid) {
  const auto sample = [](Shape x, Shape grid, const std::string& mode) {
    return OperatorCase("GridSample", 20)
        .In(DType::kFloat32, std::move(x))
        .In(DType::kFloat32, std::move(grid))
        .String("mode", mode)
        .Run();
  };
  EXPECT_EQ(sample({2, 3, 8, 8}, {2, 4, 5, 2}, "linear").shape(), "2x3x4x5");
  EXPECT_EQ(sample({2, 3, 4, 8, 8}, {2, 4, 5, 6, 3}, "linear").shape(), "2x3x4x5x6");
  EXPECT_EQ(sample({2, 3, 8, 8}, {2, 4, 5, 2}, "linear").work.fmas,
            Count(2 * 4 * 5 * 2 + 2 * 3 * 4 * 5 * 4));
  EXPECT_EQ(sample({2, 3, 8, 8}, {2, 4, 5, 2}, "nearest").work.fmas, Count(2 * 4 * 5 * 2));
  EXPECT_THAT(sample({2, 3, 8, 8}, {2, 4, 5, 3}, "linear").shape(), HasSubstr("2 coordinates"));
  EXPECT_THAT(sample({2, 3, 8, 8}, {2, 4, 2}, "linear").shape(), HasSubstr("one rank"));
}

TEST(AffineGridTest, OneCoordinatePerPixel) {
  const OperatorResult grid =
      OperatorCase("AffineGrid", 20).In(DType::kFloat32, {2, 2, 3}).In({2, 3, 4, 5}).Run();
  EXPECT_EQ(grid.shape(), "2x4x5x2");
  EXPECT_EQ(grid.work.macs, Count(2 * 4 * 5 * 2 * 3));
  EXPECT_EQ(OperatorCase("AffineGrid", 20)
                .In(DType::kFloat32, {2, 3, 4})
                .In({2, 3, 4, 5, 6})
                .Run()
                .shape(),
            "2x4x5x6x3");
  EXPECT_THAT(
      OperatorCase("AffineGrid", 20).In(DType::kFloat32, {2, 2, 3}).In({2, 3}).Run().shape(),
      HasSubstr("expected a size"));
}

}  // namespace
}  // namespace roofline::testing
