#include <gtest/gtest.h>

#include "costmodel/device/profile.h"

namespace roofline {
namespace {

DeviceProfile WithPeaks(std::vector<PeakRate> peaks) {
  DeviceProfile profile;
  profile.compute.peaks = std::move(peaks);
  return profile;
}

PeakRate Rate(Unit unit, Precision precision, double tera) {
  return PeakRate{
      .unit = unit, .precision = precision, .rate = {.value = FlopsPerSecond(tera * 1e12)}};
}

TEST(RateChoiceTest, MatrixUnitWhereItIsFaster) {
  const auto choice = ChooseRate(WithPeaks({Rate(Unit::kVector, Precision::kFp16, 31),
                                            Rate(Unit::kMatrix, Precision::kFp16, 125)}),
                                 Precision::kFp16);
  EXPECT_EQ(choice->unit, Unit::kMatrix);
  EXPECT_DOUBLE_EQ(choice->rate.value(), 125e12);
  EXPECT_EQ(choice->fallback, "");
}

TEST(RateChoiceTest, SumsInHalfWhereThatIsFaster) {
  PeakRate half = Rate(Unit::kMatrix, Precision::kFp16, 71);
  half.fp16_accumulate_rate = {.value = FlopsPerSecond(142e12)};
  DeviceProfile profile = WithPeaks({half, Rate(Unit::kMatrix, Precision::kBf16, 71)});
  profile.compute.sockets.value = 2;
  const auto choice = ChooseRate(profile, Precision::kFp16);
  EXPECT_DOUBLE_EQ(choice->rate.value(), 2 * 142e12);
  EXPECT_EQ(choice->fallback,
            "fp16 products at the rate of sums in fp16, 284 TFLOPS; with sums in fp32 it is "
            "142 TFLOPS");
  EXPECT_DOUBLE_EQ(ChooseRate(profile, Precision::kBf16)->rate.value(), 2 * 71e12);
}

TEST(RateChoiceTest, SlowHalfRunsAsSingle) {
  const auto choice = ChooseRate(WithPeaks({Rate(Unit::kVector, Precision::kFp32, 10.6),
                                            Rate(Unit::kVector, Precision::kFp16, 0.165)}),
                                 Precision::kFp16);
  EXPECT_DOUBLE_EQ(choice->rate.value(), 10.6e12);
  EXPECT_EQ(choice->fallback, "slow fp16 rate: runs as fp32");
}

TEST(RateChoiceTest, MissingFormatsFallBackVisibly) {
  const DeviceProfile gpu = WithPeaks({Rate(Unit::kVector, Precision::kFp32, 10)});
  EXPECT_EQ(ChooseRate(gpu, Precision::kBf16)->fallback, "no bf16 rate: runs as fp32");
  EXPECT_EQ(ChooseRate(gpu, Precision::kInt4)->fallback, "no int4 rate: runs as fp32");
  const DeviceProfile npu = WithPeaks({Rate(Unit::kMatrix, Precision::kInt8, 26)});
  EXPECT_EQ(ChooseRate(npu, Precision::kFp32)->fallback,
            "no fp32 rate: counted at the int8 rate, with less precision");
  EXPECT_FALSE(ChooseRate(WithPeaks({}), Precision::kFp32).has_value());
}

TEST(RateChoiceTest, SingleNeverSilentlyRunsInTensorFloat) {
  const auto choice = ChooseRate(WithPeaks({Rate(Unit::kVector, Precision::kFp32, 19.5),
                                            Rate(Unit::kMatrix, Precision::kTf32, 156)}),
                                 Precision::kFp32);
  EXPECT_DOUBLE_EQ(choice->rate.value(), 19.5e12);
}

}  // namespace
}  // namespace roofline
