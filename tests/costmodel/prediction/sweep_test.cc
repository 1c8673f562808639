#include "costmodel/prediction/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "tests/costmodel/testing/shipped_devices.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Skeleton SweptModel(const std::string& name) {
  return *ReadSkeletonFile(ROOFLINE_SOURCE_DIR "/client/examples/" + name + ".onnx", ModelLimits());
}

PredictOptions On(const std::vector<std::string>& devices) {
  const DeviceCatalog catalog = testing::OurCatalog();
  PredictOptions options;
  for (const std::string& id : devices) options.devices.push_back(*catalog.Find(id));
  return options;
}

std::vector<double> NumbersOf(const WorkTime& kernels, const Interval& expected) {
  std::vector<double> numbers;
  for (const Seconds seconds :
       {kernels.compute, kernels.transfer, kernels.floor, kernels.serial, kernels.overhead,
        kernels.double_bandwidth, kernels.double_peak, kernels.expected.low,
        kernels.expected.typical, kernels.expected.high, expected.low, expected.typical,
        expected.high}) {
    numbers.push_back(seconds.value());
  }
  return numbers;
}

// Sweeps, and predicts at every point by itself: to the bit the same.
void ExpectPredictions(const Skeleton& skeleton, const PredictOptions& options,
                       const std::vector<SweepAxis>& axes) {
  size_t points = 0;
  const absl::Status status =
      Sweep(skeleton.bytes, options, axes, [&](const SweepPoint& point) -> absl::Status {
        ++points;
        PredictOptions alone = options;
        for (size_t i = 0; i < axes.size(); ++i) {
          if (axes[i].name == "batch") {
            alone.infer.bindings.batch = point.values[i];
          } else {
            alone.infer.bindings.dims[axes[i].name] = point.values[i];
          }
        }
        ASSIGN_OR_RETURN(const Report report, Predict(skeleton.bytes, skeleton.sha256_hex, alone));
        EXPECT_EQ(point.times.size(), report.devices.size());
        for (size_t i = 0; i < report.devices.size(); ++i) {
          const DevicePrediction& device = report.devices[i];
          const SweepTime& time = point.times[i];
          EXPECT_EQ(NumbersOf(time.kernels, time.expected),
                    NumbersOf(device.kernel_total, device.expected))
              << device.profile->id << " at " << ::testing::PrintToString(point.values);
          EXPECT_EQ(time.bound, device.bound);
          EXPECT_EQ(time.fits, device.fits);
        }
        return absl::OkStatus();
      });
  ASSERT_TRUE(status.ok()) << status;
  size_t expected = 1;
  for (const SweepAxis& axis : axes) expected *= axis.values.size();
  EXPECT_EQ(points, expected);
}

TEST(SweepTest, EveryPointIsAPrediction) {
  ExpectPredictions(SweptModel("resnet50-v1-original"),
                    On({"gtx-1080-ti", "xeon-platinum-8180", "a100-sxm4-80gb"}),
                    {{"batch", {1, 2, 7, 64, 1000}}});
}

TEST(SweepTest, EveryPointOfTwoAxesIsAPrediction) {
  ExpectPredictions(SweptModel("bert-base"), On({"gtx-1080-ti", "xeon-platinum-8180"}),
                    {{"batch", {1, 8}}, {"sequence", {1, 16, 384}}});
}

TEST(SweepTest, EveryPointIsAPredictionUnderTheScenario) {
  PredictOptions options = On({"gtx-1080-ti", "xeon-platinum-8180"});
  options.scenario.precision = Precision::kFp16;
  options.scenario.weights = Precision::kInt8;
  options.scenario.memory = MemoryState::kCold;
  options.scenario.host_transfer = true;
  ExpectPredictions(SweptModel("mobilenet-v2"), options, {{"batch", {1, 32}}});
  options.scenario.fusion = Fusion::kNone;
  options.scenario.caches = false;
  ExpectPredictions(SweptModel("mobilenet-v2"), options, {{"batch", {1, 32}}});
}

TEST(SweepTest, EveryPointOfADecoderIsAPrediction) {
  PredictOptions options = On({"gtx-1080-ti"});
  options.decoder = DecoderRun{DecoderPhase::kDecode, 1, 100};
  ExpectPredictions(SweptModel("gpt-small"), options, {{"batch", {1, 3}}});
}

TEST(SweepTest, TheLastAxisVariesFastest) {
  std::vector<std::vector<int64_t>> values;
  const absl::Status status =
      Sweep(SweptModel("bert-base").bytes, On({"gtx-1080-ti"}),
            {{"sequence", {8, 4}}, {"batch", {1, 2}}}, [&](const SweepPoint& point) {
              values.push_back(point.values);
              return absl::OkStatus();
            });
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_THAT(values, ElementsAre(ElementsAre(8, 1), ElementsAre(8, 2), ElementsAre(4, 1),
                                  ElementsAre(4, 2)));
}

absl::Status SweepOf(const PredictOptions& options, const std::vector<SweepAxis>& axes) {
  return Sweep(SweptModel("mobilenet-v2").bytes, options, axes,
               [](const SweepPoint&) { return absl::OkStatus(); });
}

TEST(SweepTest, AxesThatCannotBeSwept) {
  const PredictOptions options = On({"gtx-1080-ti"});
  const std::vector<int64_t> many(101, 1);
  const struct {
    std::vector<SweepAxis> axes;
    Reason reason;
    std::string message;
  } cases[] = {
      {{}, Reason::kInvalidArgument, "a sweep needs a dimension, e.g. batch=1..64*2"},
      {{{"batch", {}}}, Reason::kInvalidArgument, "batch: no values to sweep"},
      {{{"batch", {1}}, {"batch", {2}}},
       Reason::kInvalidArgument,
       "batch is swept twice; give it once"},
      {{{"batch", many}, {"length", std::vector<int64_t>(100, 1)}},
       Reason::kLimitExceeded,
       "the sweep has 10100 points; at most 10000 are accepted"},
  };
  for (const auto& c : cases) {
    const absl::Status status = SweepOf(options, c.axes);
    EXPECT_EQ(ReasonOf(status), c.reason) << c.message;
    EXPECT_EQ(MessageOf(status), c.message);
  }
}

TEST(SweepTest, AnErrorOfAPointNamesIt) {
  const absl::Status status = SweepOf(On({"gtx-1080-ti"}), {{"batch", {1, 0}}});
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "at batch=0: --batch 0: expected 1 or more");
  EXPECT_THAT(std::string(MessageOf(SweepOf(On({"gtx-1080-ti"}), {{"batch", {1}}, {"n", {2}}}))),
              HasSubstr("at batch=1, n=2: --dim n"));
}

TEST(SweepTest, WhatADeviceCannotDoIsTold) {
  PredictOptions options = On({"xeon-platinum-8180", "gtx-1080-ti"});
  options.scenario.threads = 4;
  const absl::Status status = SweepOf(options, {{"batch", {1}}});
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "gtx-1080-ti is no CPU: leave out the number of threads");
}

TEST(SweepTest, ItEndsWhenNobodyWantsMore) {
  int points = 0;
  PredictOptions options = On({"gtx-1080-ti"});
  const auto count = [&points](const SweepPoint&) -> absl::Status {
    return ++points == 2 ? Error(Reason::kIoError, "full") : absl::OkStatus();
  };
  const std::vector<SweepAxis> axes = {{"batch", {1, 2, 3, 4}}};
  EXPECT_EQ(ReasonOf(Sweep(SweptModel("mobilenet-v2").bytes, options, axes, count)),
            Reason::kIoError);
  EXPECT_EQ(points, 2);
  options.infer.cancelled = [] { return true; };
  EXPECT_EQ(ReasonOf(SweepOf(options, axes)), Reason::kCancelled);
}

TEST(SweepTest, StrictRefusesUnknownWork) {
  onnx::ModelProto proto;
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 17, \"com.acme\" : 1]>\n"
      "g (float[N] x) => (float[N] y) { r = Relu(x)\n y = com.acme.Magic(r) }";
  ASSERT_TRUE(onnx::OnnxParser::Parse(proto, text.c_str()).IsOK());
  PredictOptions options = On({"gtx-1080-ti"});
  const auto sweep = [&] {
    return Sweep(proto.SerializeAsString(), options, {{"N", {8}}},
                 [](const SweepPoint&) { return absl::OkStatus(); });
  };
  EXPECT_TRUE(sweep().ok());
  options.strict = true;
  EXPECT_EQ(ReasonOf(sweep()), Reason::kUnknownOperator);
  EXPECT_EQ(MessageOf(sweep()), "at N=8: the work of 1 of 2 layers is unknown: y (Magic)");
}

}  // namespace
}  // namespace roofline
