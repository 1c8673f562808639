#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

OperatorCase Image(const std::string& op, int opset, Shape x = {1, 3, 10, 10}) {
  OperatorCase test(op, opset);
  test.In(DType::kFloat32, std::move(x));
  return test;
}

Shape Length(size_t n) { return {static_cast<int64_t>(n)}; }

std::string ByScales(int opset, Shape x, std::vector<double> scales) {
  OperatorCase test = Image("Resize", opset, std::move(x));
  if (opset >= 11) test.None();
  const Shape shape = Length(scales.size());
  return test.InFloats(DType::kFloat32, shape, std::move(scales)).Run().shape();
}

TEST(ResizeTest, ScalesAreFloorsInFloat32) {
  EXPECT_EQ(ByScales(10, {1, 3, 10, 10}, {1, 1, 2, 0.55}), "1x3x20x5");
  EXPECT_EQ(ByScales(13, {1, 3, 10, 10}, {1, 1, 1.5, 3}), "1x3x15x30");
  // float32(0.7) is below 0.7, but 10 * float32(0.7) rounds to 7 in float32 arithmetic.
  EXPECT_EQ(ByScales(13, {1, 3, 10, 10}, {1, 1, static_cast<double>(0.7F), 1}), "1x3x7x10");
  EXPECT_THAT(ByScales(13, {1, 3, 10, 10}, {1, 1, 0, 1}), HasSubstr("a scale is 0"));
  EXPECT_THAT(ByScales(13, {1, 3, 10, 10}, {2, 2}), HasSubstr("2 scales for 4 axes"));
  EXPECT_THAT(ByScales(13, {1, 3, 10, 10}, {1, 1, 1e30, 1}), HasSubstr("an extent comes out as"));
}

TEST(ResizeTest, SizesWinOverEmptyScales) {
  EXPECT_EQ(Image("Resize", 11)
                .InFloats(DType::kFloat32, {0}, {})
                .InFloats(DType::kFloat32, {0}, {})
                .In({1, 3, 7, 8})
                .Run()
                .shape(),
            "1x3x7x8");
  EXPECT_THAT(Image("Resize", 13).None().None().In(DType::kInt64, {4}).Run().shape(),
              HasSubstr("the list of sizes comes from input 3"));
  EXPECT_THAT(Image("Resize", 13)
                  .None()
                  .InFloats(DType::kFloat32, {4}, {1, 1, 2, 2})
                  .In({1, 3, 7, 8})
                  .Run()
                  .shape(),
              HasSubstr("scales or sizes, not both"));
  EXPECT_THAT(Image("Resize", 13).Run().shape(), HasSubstr("expected scales or sizes"));
}

TEST(ResizeTest, AxesAndAspectRatio) {
  const auto resize = [](const std::string& policy) {
    return Image("Resize", 18, {1, 3, 10, 20})
        .None()
        .None()
        .In({5, 15})
        .Ints("axes", {2, 3})
        .String("keep_aspect_ratio_policy", policy)
        .Run()
        .shape();
  };
  EXPECT_EQ(resize("stretch"), "1x3x5x15");
  EXPECT_EQ(resize("not_larger"), "1x3x5x10");   // min(5/10, 15/20) = 0.5
  EXPECT_EQ(resize("not_smaller"), "1x3x8x15");  // max = 0.75, 7.5 rounds up
}

TEST(ResizeTest, CropTakesItsShareOfTheAxis) {
  EXPECT_EQ(Image("Resize", 13)
                .InFloats(DType::kFloat32, {8}, {0, 0, 0.5, 0, 1, 1, 1, 1})
                .InFloats(DType::kFloat32, {4}, {1, 1, 2, 2})
                .String("coordinate_transformation_mode", "tf_crop_and_resize")
                .Run()
                .shape(),
            "1x3x10x20");  // 10 * 0.5 * 2
}

TEST(ResizeTest, TapsAreMultiplyAdds) {
  const auto work = [](const std::string& mode) {
    return Image("Resize", 13)
        .None()
        .InFloats(DType::kFloat32, {4}, {1, 1, 2, 2})
        .String("mode", mode)
        .Run()
        .work;
  };
  EXPECT_EQ(work("nearest").fmas, Count(0));
  EXPECT_EQ(work("linear").fmas, Count(3 * 20 * 20 * 4));
  EXPECT_EQ(work("cubic").fmas, Count(3 * 20 * 20 * 16));
  EXPECT_EQ(work("linear").TotalRead(), Count(4 * 3 * 10 * 10 + 4 * 4));
}

TEST(UpsampleTest, EveryVersion) {
  EXPECT_EQ(Image("Upsample", 1).Float("height_scale", 2).Float("width_scale", 3).Run().shape(),
            "1x3x20x30");
  EXPECT_EQ(Image("Upsample", 7).Floats("scales", {1, 1, 2, 2}).Run().shape(), "1x3x20x20");
  EXPECT_EQ(Image("Upsample", 9).InFloats(DType::kFloat32, {4}, {1, 1, 1.5, 2}).Run().shape(),
            "1x3x15x20");
  EXPECT_THAT(Image("Upsample", 9).In(DType::kFloat32, {4}).Run().shape(),
              HasSubstr("the list of scales comes from input 1"));
}

}  // namespace
}  // namespace roofline::testing
