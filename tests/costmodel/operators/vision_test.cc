#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(Col2ImTest, PutsColumnsBack) {
  const auto col2im = [](Shape columns) {
    return OperatorCase("Col2Im", 18)
        .In(DType::kFloat32, std::move(columns))
        .In({5, 5})
        .In({1, 5})
        .Run();
  };
  EXPECT_EQ(col2im({1, 5, 5}).shape(), "1x1x5x5");
  EXPECT_EQ(col2im({1, 5, 5}).work.arithmetic, Count(5 * 5));
  EXPECT_THAT(col2im({1, 5, 6}).shape(), HasSubstr("6 columns, the image has 5 blocks"));
  EXPECT_THAT(col2im({1, 6, 5}).shape(), HasSubstr("6 rows do not split into blocks of 1x5"));
}

TEST(NonMaxSuppressionTest, IsBounded) {
  const auto suppress = [](std::vector<int64_t> most) {
    return OperatorCase("NonMaxSuppression", 11)
        .In(DType::kFloat32, {2, 8, 4})
        .In(DType::kFloat32, {2, 3, 8})
        .In(std::move(most))
        .Run();
  };
  EXPECT_EQ(suppress({5}).shape(), "30x3");  // 2 * 3 * 5
  EXPECT_EQ(suppress({5}).outputs[0].mark, Mark::kBounded);
  EXPECT_EQ(suppress({100}).shape(), "48x3");  // 2 * 3 * 8
  EXPECT_EQ(suppress({0}).shape(), "0x3");
  EXPECT_EQ(suppress({0}).outputs[0].mark, Mark::kExact);
  EXPECT_EQ(suppress({5}).work.comparisons, Count(2 * 3 * (8 * 3) + 2 * 3 * 8 * 5 * 7));
  EXPECT_EQ(suppress({5}).work.arithmetic, Count(2 * 3 * 8 * 5 * 6 + 2 * 8 * 3));
  EXPECT_EQ(OperatorCase("NonMaxSuppression", 10)
                .In(DType::kFloat32, {2, 8, 4})
                .In(DType::kFloat32, {2, 3, 8})
                .Run()
                .shape(),
            "0x3");
  EXPECT_THAT(OperatorCase("NonMaxSuppression", 10)
                  .In(DType::kFloat32, {2, 8, 4})
                  .In(DType::kFloat32, {2, 3, 9})
                  .Run()
                  .shape(),
              HasSubstr("differ in batch or number of boxes"));
}

TEST(RoiAlignTest, OneWindowPerRegion) {
  const OperatorResult align = OperatorCase("RoiAlign", 16)
                                   .In(DType::kFloat32, {1, 4, 100, 100})
                                   .In(DType::kFloat32, {6, 4})
                                   .In(DType::kInt64, {6})
                                   .Int("output_height", 7)
                                   .Int("output_width", 5)
                                   .Int("sampling_ratio", 3)
                                   .Run();
  EXPECT_EQ(align.shape(), "6x4x7x5");
  EXPECT_EQ(align.work.fmas, Count(6 * 4 * 7 * 5 * (3 * 3) * 4));
  EXPECT_EQ(align.work.arithmetic, Count(6 * 4 * 7 * 5 * (3 * 3)));
}

TEST(MaxRoiPoolTest, OneWindowPerRegion) {
  EXPECT_EQ(OperatorCase("MaxRoiPool", 1)
                .In(DType::kFloat32, {1, 4, 100, 100})
                .In(DType::kFloat32, {6, 5})
                .Ints("pooled_shape", {2, 3})
                .Run()
                .shape(),
            "6x4x2x3");
  EXPECT_THAT(OperatorCase("MaxRoiPool", 1)
                  .In(DType::kFloat32, {1, 4, 100, 100})
                  .In(DType::kFloat32, {6, 5})
                  .Run()
                  .shape(),
              HasSubstr("pooled_shape"));
}

TEST(MaxUnpoolTest, UndoesAWindow) {
  OperatorCase derived("MaxUnpool", 11);
  derived.In(DType::kFloat32, {1, 1, 2, 2})
      .In(DType::kInt64, {1, 1, 2, 2})
      .Ints("kernel_shape", {2, 2})
      .Ints("strides", {2, 2});
  EXPECT_EQ(derived.Run().shape(), "1x1x4x4");
  derived.In({1, 1, 5, 5});
  EXPECT_EQ(derived.Run().shape(), "1x1x5x5");
}

TEST(ImageDecoderTest, ReadsTheSizeFromTheHeader) {
  std::vector<int64_t> png = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0,   13, 'I',
                              'H',  'D', 'R', 0,   0,  1,  44, 0,  0, 0, 200, 8,  2};
  EXPECT_EQ(OperatorCase("ImageDecoder", 20)
                .InInts(DType::kUint8, {static_cast<int64_t>(png.size())}, png)
                .Run()
                .shape(),
            "200x300x3");  // 1 * 256 + 44 = 300 wide
  EXPECT_THAT(OperatorCase("ImageDecoder", 20).In(DType::kUint8, {5000}).Run().shape(),
              HasSubstr("the size of the image"));
}

}  // namespace
}  // namespace roofline::testing
