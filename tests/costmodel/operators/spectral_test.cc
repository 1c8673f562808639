#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(DftTest, Shapes) {
  const auto dft = [](int opset, Shape x, int64_t onesided, int64_t inverse) {
    return OperatorCase("DFT", opset)
        .In(DType::kFloat32, std::move(x))
        .Int("onesided", onesided)
        .Int("inverse", inverse)
        .Run();
  };
  EXPECT_EQ(dft(17, {2, 16, 1}, 0, 0).shape(), "2x16x2");
  EXPECT_EQ(dft(20, {2, 16, 1}, 1, 0).shape(), "2x9x2");  // 16 / 2 + 1
  EXPECT_EQ(dft(20, {2, 16, 2}, 0, 1).shape(), "2x16x2");
  EXPECT_THAT(dft(20, {2, 16, 2}, 1, 0).shape(), HasSubstr("takes a real signal"));
  EXPECT_THAT(dft(20, {2, 16, 3}, 0, 0).shape(), HasSubstr("last axis of 1 (real) or 2"));
  EXPECT_EQ(dft(20, {2, 16, 2}, 0, 0).work.arithmetic, Count(2 * 5 * 16 * 4));
  EXPECT_EQ(dft(20, {2, 16, 1}, 0, 0).work.arithmetic, Count(2 * 5 * 16 * 4 / 2));
}

TEST(DftTest, LengthAndAxisAreInputs) {
  EXPECT_EQ(OperatorCase("DFT", 20)
                .In(DType::kFloat32, {8, 16, 1})
                .InInts(DType::kInt64, {}, {12})
                .InInts(DType::kInt64, {}, {0})
                .Run()
                .shape(),
            "12x16x2");
  EXPECT_THAT(
      OperatorCase("DFT", 20).In(DType::kFloat32, {8, 16, 1}).In(DType::kInt64, {}).Run().shape(),
      HasSubstr("the DFT length comes from input 1"));
  EXPECT_THAT(OperatorCase("DFT", 17).In(DType::kFloat32, {8, 16, 1}).Int("axis", 2).Run().shape(),
              HasSubstr("cannot be transformed"));
}

TEST(StftTest, FramesAndBins) {
  const auto stft = [](int64_t step, int64_t length) {
    return OperatorCase("STFT", 17)
        .In(DType::kFloat32, {1, 128, 1})
        .InInts(DType::kInt64, {}, {step})
        .None()
        .InInts(DType::kInt64, {}, {length})
        .Run();
  };
  EXPECT_EQ(stft(8, 16).shape(), "1x15x9x2");  // (128 - 16) / 8 + 1, 16 / 2 + 1
  EXPECT_EQ(stft(8, 16).work.arithmetic, Count(15 * (5 * 16 * 4 / 2)));
  EXPECT_THAT(stft(0, 16).shape(), HasSubstr("the frame step is 0"));
  EXPECT_THAT(stft(8, 129).shape(), HasSubstr("a frame of 129 in a signal of 128"));
  EXPECT_EQ(OperatorCase("STFT", 17)
                .In(DType::kFloat32, {1, 128, 1})
                .InInts(DType::kInt64, {}, {8})
                .In(DType::kFloat32, {16})
                .Int("onesided", 0)
                .Run()
                .shape(),
            "1x15x16x2");
}

TEST(MelWeightMatrixTest, BinsOfASpectrum) {
  const OperatorResult mel = OperatorCase("MelWeightMatrix", 17)
                                 .InInts(DType::kInt64, {}, {8})
                                 .InInts(DType::kInt64, {}, {16})
                                 .InInts(DType::kInt64, {}, {8192})
                                 .InFloats(DType::kFloat32, {}, {0})
                                 .InFloats(DType::kFloat32, {}, {4096})
                                 .Int("output_datatype", 11)
                                 .Run();
  EXPECT_EQ(mel.shape(), "9x8");
  EXPECT_EQ(mel.outputs[0].dtype, DType::kFloat64);
}

}  // namespace
}  // namespace roofline::testing
