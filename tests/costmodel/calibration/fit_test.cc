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
  EXPECT_LT(fit.classes.at("softmax").factor / fit.movements.factor, 1.05);
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

// Ten elementwise kernels each, from 2 us to 2 ms as predicted, and convolutions of 5 ms, with
// `extra` for each elementwise kernel.
std::vector<CalibrationSample> KernelsOfAllSizes(double factor, double extra) {
  std::vector<CalibrationSample> samples;
  for (int i = 0; i < 12; ++i) {
    const double add = 20e-6 * std::pow(1000, i / 11.0);
    const double conv = i % 2 == 0 ? 0.005 : 0.002;
    samples.push_back(
        Inference("n" + std::to_string(i), conv, add, conv + factor * add + 10 * extra));
  }
  return samples;
}

TEST(FitCalibrationTest, FindsAnExtraThatSmallKernelsShow) {
  // 10 * 200 us beside 20 us to 20 ms of work at 1.5 times what was predicted.
  const CalibrationFit fit = FitCalibration(KernelsOfAllSizes(1.5, 200e-6));
  EXPECT_NEAR(fit.classes.at("elementwise").extra.value(), 200e-6, 20e-6);
  EXPECT_NEAR(fit.classes.at("elementwise").factor, 1.5, 0.1);
  EXPECT_EQ(fit.classes.at("convolution").extra, Seconds(0));
  // 100 kernels, 0.010 s: 1.5 * 0.010 + 100 * 200e-6.
  CalibrationSample sample = Inference("new", 0.005, 0.010, 1);
  sample.classes.at("elementwise").kernels = 100;
  EXPECT_NEAR(fit.Predict(sample).value(), 0.005 + 1.5 * 0.010 + 100 * 200e-6, 0.002);
}

TEST(FitCalibrationTest, FindsNoExtraWhereThereIsNone) {
  const CalibrationFit fit = FitCalibration(KernelsOfAllSizes(1.5, 0));
  EXPECT_EQ(fit.classes.at("elementwise").extra, Seconds(0));
  EXPECT_EQ(fit.classes.at("convolution").extra, Seconds(0));
  EXPECT_NEAR(fit.classes.at("elementwise").factor, 1.5, 0.1);
}

TEST(FitCalibrationTest, KernelsOfOneSizeShowNoExtra) {
  // 10 kernels of 2 ms each and 200 us more: as well 1.1 times as slow.
  std::vector<CalibrationSample> samples;
  for (int i = 0; i < 12; ++i) {
    const double conv = 0.002 + 0.001 * i;
    samples.push_back(Inference("n" + std::to_string(i), conv, 0.020, conv + 0.020 + 10 * 200e-6));
  }
  EXPECT_EQ(FitCalibration(samples).classes.at("elementwise").extra, Seconds(0));
}

TEST(FitCalibrationTest, ScatterIsNoExtra) {
  // Every other network 1.5 times as fast, every other 1.5 times as slow, whatever its size.
  std::vector<CalibrationSample> samples = KernelsOfAllSizes(1, 0);
  for (size_t i = 0; i < samples.size(); ++i)
    samples[i].measured = samples[i].measured * (i / 2 % 2 == 0 ? 1.5 : 1 / 1.5);
  EXPECT_EQ(FitCalibration(samples).classes.at("elementwise").extra, Seconds(0));
}

TEST(FitCalibrationTest, WhatTheDeviceHasAsExtraStays) {
  // 10 ms of work and 10 * 100 us, measured at twice the work: 21 ms.
  std::vector<CalibrationSample> samples;
  for (int i = 0; i < 8; ++i) {
    samples.push_back(Inference("n" + std::to_string(i), 0, 0.010, 0.021));
    samples.back().classes.at("elementwise").extra = Seconds(10 * 100e-6);
  }
  const CalibrationFit fit = FitCalibration(samples);
  EXPECT_NEAR(fit.classes.at("elementwise").factor, 2, 0.1);
  EXPECT_NEAR(fit.Predict(samples[0]).value(), 0.021, 0.0005);
}

TEST(FitCalibrationTest, AClassNotSeenFollowsItsKind) {
  const CalibrationFit fit = FitCalibration(SlowDevice());
  EXPECT_EQ(fit.Of("softmax").factor, fit.movements.factor);
  EXPECT_EQ(fit.Of("matmul").factor, fit.contractions.factor);
  EXPECT_EQ(fit.Of("softmax").networks, 0);
  EXPECT_GT(fit.Of("softmax").spread, fit.Of("elementwise").spread);
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
