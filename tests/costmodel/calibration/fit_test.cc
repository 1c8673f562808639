#include "costmodel/calibration/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "costmodel/calibration/cross_validation.h"
#include "costmodel/calibration/errors.h"

namespace roofline {
namespace {

// An inference of `conv` seconds of convolutions and `add` of elementwise kernels as predicted.
CalibrationSample Inference(const std::string& network, double conv, double add, double measured) {
  CalibrationSample sample;
  sample.name = sample.network = sample.family = network;
  sample.whole = true;
  sample.measured = Seconds(measured);
  sample.classes["convolution"] = {{"convolution", "default"}, Seconds(conv), 10};
  sample.classes["elementwise"] = {{"elementwise", "default"}, Seconds(add), 10};
  return sample;
}

// Networks of all shares of convolutions, on a device whose convolutions take 1.3 times and other
// kernels 2 times as long as predicted.
std::vector<CalibrationSample> SlowDevice() {
  std::vector<CalibrationSample> samples;
  for (int i = 0; i < 12; ++i) {
    const double conv = 0.010 + 0.002 * i;
    const double add = 0.034 - 0.002 * i;
    samples.push_back(Inference("network " + std::to_string(i), conv, add, 1.3 * conv + 2 * add));
  }
  return samples;
}

TEST(FitCalibrationTest, FindsTheFactorsOfEachClass) {
  const CalibrationFit fit = FitCalibration(SlowDevice());
  EXPECT_NEAR(fit.classes.at("convolution").factor, 1.3, 0.1);
  EXPECT_NEAR(fit.classes.at("elementwise").factor, 2, 0.1);
  EXPECT_EQ(fit.classes.at("elementwise").networks, 12);
  EXPECT_LT(fit.residual, 0.01);
}

TEST(FitCalibrationTest, IsTheSameEveryTime) {
  const CalibrationFit once = FitCalibration(SlowDevice());
  const CalibrationFit again = FitCalibration(SlowDevice());
  EXPECT_EQ(once.classes.at("convolution").factor, again.classes.at("convolution").factor);
  EXPECT_EQ(once.kernel_overhead, again.kernel_overhead);
}

TEST(FitCalibrationTest, NothingMeasuredChangesNothing) {
  const CalibrationFit fit = FitCalibration({});
  EXPECT_TRUE(fit.classes.empty());
  EXPECT_EQ(fit.Predict(Inference("n", 0.010, 0.005, 1)).value(), 0.010 + 0.005);
}

TEST(FitCalibrationTest, OneRunMovesLittleForWhatItHardlyHolds) {
  // Softmax is 1 % of the only run: its factor follows what all movements have in common alone.
  CalibrationSample sample = Inference("n", 0.020, 0.002, 0.044);
  sample.classes["softmax"] = {{"softmax", "default"}, Seconds(0.0002), 1};
  const CalibrationFit fit = FitCalibration({sample});
  EXPECT_LT(fit.classes.at("softmax").factor / fit.movements, 1.05);
  EXPECT_GT(fit.classes.at("softmax").spread, fit.classes.at("convolution").spread);
}

TEST(FitCalibrationTest, AnOutlierDoesNotPullTheOthers) {
  std::vector<CalibrationSample> samples = SlowDevice();
  samples.push_back(Inference("odd", 0.020, 0.020, 100 * (1.3 + 2) * 0.020));
  const CalibrationFit fit = FitCalibration(samples);
  EXPECT_NEAR(fit.classes.at("convolution").factor, 1.3, 0.15);
  EXPECT_NEAR(fit.classes.at("elementwise").factor, 2, 0.25);
}

TEST(FitCalibrationTest, TellsTheCostOfProfilingFromThatOfKernels) {
  // 1000 kernels of 10 us each as predicted, and 5 us more for each where they were profiled.
  std::vector<CalibrationSample> samples;
  for (int i = 0; i < 8; ++i) {
    samples.push_back(Inference("n" + std::to_string(i), 0.009, 0.001, 0.010));
    CalibrationSample part = Inference("n" + std::to_string(i), 0.009, 0.001, 0.010 + 1000 * 5e-6);
    part.whole = false;
    part.profiled_kernels = 1000;
    samples.push_back(part);
  }
  const CalibrationFit fit = FitCalibration(samples);
  EXPECT_NEAR(fit.classes.at("convolution").factor, 1, 0.03);
  EXPECT_NEAR(fit.profiling.value() * 1000 + 0.010 * fit.profiled, 0.015, 0.0005);
}

TEST(CrossValidationTest, LeavesTheWholeNetworkOut) {
  std::vector<CalibrationSample> samples = SlowDevice();
  // The same network twice, four times as slow as all others: alone it would be fitted.
  samples.push_back(Inference("slow", 0.02, 0.02, 4 * (1.3 + 2) * 0.02));
  samples.push_back(Inference("slow", 0.02, 0.02, 4 * (1.3 + 2) * 0.02));
  const std::vector<Seconds> left_out = PredictLeftOut(samples, LeftOut::kNetwork);
  ASSERT_EQ(left_out.size(), samples.size());
  EXPECT_NEAR(left_out.back().value(), (1.3 + 2) * 0.02, 0.002);
}

TEST(CrossValidationTest, WithoutOthersNothingIsCalibrated) {
  const std::vector<Seconds> left_out =
      PredictLeftOut({Inference("only", 0.010, 0.010, 0.030)}, LeftOut::kFamily);
  EXPECT_EQ(left_out.at(0).value(), 0.020);
}

TEST(CalibrationErrorsTest, AreThoseOfWholeInferences) {
  std::vector<CalibrationSample> samples = {Inference("a", 0.010, 0.010, 0.025),
                                            Inference("b", 0.010, 0.010, 0.040)};
  samples.push_back(samples[0]);
  samples[2].whole = false;
  const CalibrationErrors errors = ErrorsOf(samples, CalibrationFit{});
  EXPECT_EQ(errors.samples, (std::vector<size_t>{0, 1}));
  // |20 - 25| / 25 = 0.2 and |20 - 40| / 40 = 0.5.
  EXPECT_DOUBLE_EQ(errors.predicted.mean, (0.2 + 0.5) / 2);
  EXPECT_DOUBLE_EQ(errors.predicted.median, (0.2 + 0.5) / 2);
}

}  // namespace
}  // namespace roofline
