// Operators that ONNX Runtime also has with the channels last.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

OperatorCase Nhwc(const std::string& op, int opset) {
  return OperatorCase(op, opset, "com.ms.internal.nhwc");
}

TEST(ChannelsLastTest, DepthToSpaceAndBack) {
  for (const int opset : {1, 11, 13}) {
    EXPECT_EQ(Nhwc("DepthToSpace", opset).In(kF32, {2, 3, 5, 12}).Int("blocksize", 2).Run().shape(),
              "2x6x10x3");
  }
  for (const int opset : {1, 13}) {
    EXPECT_EQ(Nhwc("SpaceToDepth", opset).In(kF32, {2, 6, 10, 3}).Int("blocksize", 2).Run().shape(),
              "2x3x5x12");
  }
  EXPECT_THAT(Nhwc("DepthToSpace", 13).In(kF32, {2, 12, 5, 3}).Int("blocksize", 2).Run().shape(),
              HasSubstr("3 channels do not split"));
  EXPECT_THAT(Nhwc("SpaceToDepth", 13).In(kF32, {2, 6, 5, 3}).Int("blocksize", 2).Run().shape(),
              HasSubstr("6 x 5 does not split"));
}

TEST(ChannelsLastTest, GridSample) {
  const OperatorResult sample =
      Nhwc("GridSample", 16).In(kF32, {2, 8, 9, 3}).In(kF32, {2, 4, 5, 2}).Run();
  EXPECT_EQ(sample.shape(), "2x4x5x3");
  EXPECT_EQ(sample.work.fmas, Count(2 * 4 * 5 * 2 + 4 * (2 * 4 * 5 * 3)));
}

TEST(ChannelsLastTest, Resize) {
  const OperatorResult resize = Nhwc("Resize", 13)
                                    .In(kF32, {1, 4, 6, 3})
                                    .None()
                                    .None()
                                    .In({1, 8, 12, 3})
                                    .String("mode", "linear")
                                    .Run();
  EXPECT_EQ(resize.shape(), "1x8x12x3");
  EXPECT_EQ(resize.work.fmas, Count(4 * (8 * 12 * 3)));
}

TEST(ChannelsLastTest, MaxUnpool) {
  EXPECT_EQ(Nhwc("MaxUnpool", 11)
                .In(kF32, {1, 2, 3, 5})
                .In(DType::kInt64, {1, 2, 3, 5})
                .Ints("kernel_shape", {2, 2})
                .Ints("strides", {2, 2})
                .Run()
                .shape(),
            "1x4x6x5");
}

}  // namespace
}  // namespace roofline::testing
