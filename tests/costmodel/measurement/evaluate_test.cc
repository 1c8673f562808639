#include "costmodel/measurement/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/device/catalog.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// 1 TFLOPS, 100 GB/s: a Relu of a million floats reads and writes 4 MB each, 80 us.
constexpr char kDevice[] =
    "id: device\nkind: gpu\ncompute: {peak: 1 TFLOPS}\nmemory: {bandwidth: 100 GB/s}\n";
constexpr char kEvaluateModel[] =
    "g (float[1000000] x) => (float[1000000] y) { a = Relu(x)\n b = Sigmoid(a)\n y = Exp(b) }";

MeasuredKernel Timed(const std::string& name, const std::string& op, double microseconds) {
  MeasuredKernel kernel;
  kernel.name = name;
  kernel.node_names = {name};
  kernel.op = op;
  kernel.median = kernel.minimum = Seconds(microseconds * 1e-6);
  return kernel;
}

class EvaluateTest : public ::testing::Test {
 protected:
  RunEvaluation Run(const MeasuredRun& run, const std::string& model = kEvaluateModel,
                    const std::string& profile = kDevice) {
    const Scenario scenario{.fusion = Fusion::kNone};
    const auto catalog = DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices");
    model_ = testing::ParseModelText(model);
    const ProfilePtr device = *catalog->Parse(profile, "device.yaml");
    workload_ = *MakeWorkload(model_, {}, scenario, {&device, 1});
    prediction_ = *PredictOnDevice(workload_, device, defaults_, scenario);
    return Evaluate(model_, workload_, prediction_, run);
  }

  KindDefaults defaults_;
  Model model_;
  Workload workload_;
  DevicePrediction prediction_;
};

TEST_F(EvaluateTest, EachKernelGetsItsEfficiency) {
  MeasuredRun run;
  run.kernels = {Timed("a", "Relu", 100), Timed("b", "Sigmoid", 160), Timed("y", "Exp", 80)};
  run.latency_median = Seconds(350e-6);
  const RunEvaluation evaluation = Run(run);
  ASSERT_EQ(evaluation.groups.size(), 3U);
  EXPECT_DOUBLE_EQ(*evaluation.groups[0].efficiency, 80.0 / 100);
  EXPECT_DOUBLE_EQ(*evaluation.groups[1].efficiency, 80.0 / 160);
  EXPECT_DOUBLE_EQ(evaluation.groups[0].achieved_bandwidth->value(), 8e6 / 100e-6);
  EXPECT_NEAR(evaluation.groups[1].unexplained.value(), 80e-6, 1e-12);
  EXPECT_THAT(evaluation.ranking, ElementsAre(1, 0, 2));
  EXPECT_DOUBLE_EQ(evaluation.matching.matched_time_share, 1);
  EXPECT_NEAR(evaluation.residual->value(), 10e-6, 1e-12);
  EXPECT_DOUBLE_EQ(*evaluation.efficiency, 240.0 / 350);
}

TEST_F(EvaluateTest, AFusedKernelCoversItsLayers) {
  MeasuredRun run;
  run.kernels = {Timed("fused", "Fused", 120), Timed("y", "Exp", 90)};
  run.kernels[0].node_names = {"a", "b"};
  const RunEvaluation evaluation = Run(run);
  ASSERT_EQ(evaluation.groups.size(), 2U);
  EXPECT_THAT(evaluation.groups[0].kernels, ElementsAre(0, 1));
  EXPECT_DOUBLE_EQ(evaluation.groups[0].predicted.floor.value(), 160e-6);
}

TEST_F(EvaluateTest, WhatIsLeftOverIsListedOnBothSides) {
  MeasuredRun run;
  run.kernels = {Timed("a", "Relu", 100), Timed("what", "Mystery", 50), Timed("r", "Reorder", 7)};
  run.kernels[2].inserted = true;
  const RunEvaluation evaluation = Run(run);
  EXPECT_THAT(evaluation.matching.unmatched_measured, ElementsAre(1));
  EXPECT_THAT(evaluation.matching.inserted, ElementsAre(2));
  EXPECT_THAT(evaluation.unmatched_kernels, ElementsAre(1, 2));
  EXPECT_DOUBLE_EQ(evaluation.matching.matched_time_share, 100.0 / 150);
  EXPECT_DOUBLE_EQ(evaluation.inserted_time.value(), 7e-6);
}

TEST_F(EvaluateTest, KernelsWithoutANameAreMatchedByOperatorAndOrder) {
  MeasuredRun run;
  run.kernels = {Timed("k0", "Relu", 100), Timed("k1", "Sigmoid", 100), Timed("k2", "Exp", 100)};
  const RunEvaluation evaluation = Run(run);
  ASSERT_EQ(evaluation.matching.matches.size(), 3U);
  EXPECT_EQ(evaluation.matching.matches[1].basis, MatchBasis::kOrder);
  EXPECT_THAT(evaluation.matching.matches[1].layers, ElementsAre(1));
}

TEST_F(EvaluateTest, AnImpossibleTimeIsFlaggedNotClamped) {
  MeasuredRun run;
  run.kernels = {Timed("a", "Relu", 8), Timed("b", "Sigmoid", 100), Timed("y", "Exp", 100)};
  run.kernels[0].launch_only = true;
  const RunEvaluation evaluation = Run(run);
  EXPECT_DOUBLE_EQ(*evaluation.groups[0].efficiency, 10);
  ASSERT_EQ(evaluation.groups[0].flags.size(), 1U);
  EXPECT_THAT(evaluation.groups[0].flags[0], HasSubstr("1000 % of the floor"));
  EXPECT_THAT(evaluation.groups[0].flags[0], HasSubstr("launch on the host"));
  EXPECT_THAT(evaluation.groups[1].flags, IsEmpty());
}

// Two published layer times that no such device can reach: convolutions of 256 to 256 channels,
// 2 * 256 * 256 * 9 = 1,179,648 FLOPs a pixel.
TEST_F(EvaluateTest, PublishedImpossibleConvolutionsAreFlagged) {
  const struct {
    std::string image, peak;
    double microseconds, flops, peak_flops;
    std::string percent;
  } cases[] = {
      // 200 * 304 pixels; 71.72 GFLOPs / 91 us = 788.2 TFLOPS
      {"200, 304", "7 TFLOPS", 91, 71'722'598'400, 7e12, "11259 % of the floor"},
      // 200 * 392 pixels; 92.48 GFLOPs / 70 us = 1321.2 TFLOPS
      {"200, 392", "19.5 TFLOPS", 70, 92'484'403'200, 19.5e12, "6775 % of the floor"},
  };
  for (const auto& c : cases) {
    MeasuredRun run;
    run.kernels = {Timed("y", "Conv", c.microseconds)};
    const RunEvaluation evaluation = Run(
        run,
        "g (float[1, 256, " + c.image +
            "] x, float[256, 256, 3, 3] w) => (float[N, C, H, W] y) "
            "{ y = Conv<pads = [1, 1, 1, 1]>(x, w) }",
        "id: device\nkind: gpu\ncompute: {peak: " + c.peak + "}\nmemory: {bandwidth: 900 GB/s}\n");
    ASSERT_EQ(evaluation.groups.size(), 1U);
    const EvaluatedGroup& group = evaluation.groups[0];
    EXPECT_DOUBLE_EQ(group.operations.value(), c.flops);
    EXPECT_DOUBLE_EQ(group.achieved_rate->value(), c.flops / (c.microseconds * 1e-6));
    EXPECT_NEAR(*group.efficiency, c.flops / c.peak_flops / (c.microseconds * 1e-6), 1e-9);
    ASSERT_EQ(group.flags.size(), 1U);
    EXPECT_THAT(group.flags[0], HasSubstr(c.percent));
  }
}

TEST_F(EvaluateTest, ALatencyBelowEveryRoofSaysWhatToCheck) {
  MeasuredRun run;
  run.latency_median = Seconds(1e-6);
  const RunEvaluation evaluation = Run(run);
  EXPECT_DOUBLE_EQ(*evaluation.efficiency, 240);
  ASSERT_EQ(evaluation.warnings.size(), 1U);
  EXPECT_THAT(evaluation.warnings[0], HasSubstr("impossible for this work on this device"));
}

}  // namespace
}  // namespace roofline
