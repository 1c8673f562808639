#include "costmodel/prediction/report.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "costmodel/device/catalog.h"
#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

constexpr char kReportModel[] = ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1-original.onnx";

PredictOptions OnGtx1080Ti(int64_t batch) {
  PredictOptions options;
  options.infer.bindings.batch = batch;
  const auto catalog = DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices");
  EXPECT_TRUE(catalog.ok()) << catalog.status();
  options.devices.push_back(*catalog->Find("gtx-1080-ti"));
  return options;
}

absl::StatusOr<Report> PredictModel(const PredictOptions& options) {
  ASSIGN_OR_RETURN(const Skeleton skeleton, ReadSkeletonFile(kReportModel, ModelLimits()));
  return Predict(skeleton.bytes, skeleton.sha256_hex, options);
}

// Each layer its own kernel, every byte to DRAM: what the published report assumes.
PredictOptions Plain(PredictOptions options) {
  options.scenario.fusion = Fusion::kNone;
  options.scenario.caches = false;
  return options;
}

TEST(ReportTest, TimesOfTheReferenceNetwork) {
  const auto report = PredictModel(Plain(OnGtx1080Ti(1)));
  ASSERT_TRUE(report.ok()) << report.status();
  const DevicePrediction& device = report->devices.front();
  // MACs and elementwise FMAs at 10.6 TFLOPS, single operations at half of that, no integer work;
  // 413,147,264 B and the bytes that the published count leaves out, at 484 GB/s.
  const double flops = 2.0 * (3'857'973'248.0 + 10'587'136.0);
  const double single =
      static_cast<double>((report->total_work.arithmetic + report->total_work.comparisons +
                           report->total_work.transcendentals)
                              .value());
  EXPECT_NEAR(device.kernel_total.compute.value(), flops / 10.6e12 + single / 5.3e12, 1e-12);
  EXPECT_NEAR(device.kernel_total.compute.value(), 733e-6, 0.5e-6);
  EXPECT_NEAR(device.kernel_total.transfer.value(), 854e-6, 0.5e-6);
  EXPECT_NEAR(device.kernel_total.serial.value(),
              device.kernel_total.compute.value() + device.kernel_total.transfer.value(), 1e-12);
  EXPECT_GE(device.kernel_total.floor,
            std::max(device.kernel_total.compute, device.kernel_total.transfer));
  // The host hands over 176 layers less views, 40 us each: more than the 1.6 ms of all work.
  EXPECT_EQ(device.bound, Bound::kOverhead);
  EXPECT_NEAR(device.ridge_point->value(), 10.6e12 / 484e9, 1e-9);
}

TEST(ReportTest, TheConventionDoesNotChangeTimes) {
  PredictOptions options = OnGtx1080Ti(1);
  const auto flops = PredictModel(options);
  options.convention.name = "chainer";
  const auto chainer = PredictModel(options);
  ASSERT_TRUE(flops.ok() && chainer.ok());
  EXPECT_NE(flops->total_counts.flops, chainer->total_counts.flops);
  EXPECT_EQ(flops->devices.front().kernel_total.floor, chainer->devices.front().kernel_total.floor);
  EXPECT_EQ(flops->devices.front().kernel_total.serial,
            chainer->devices.front().kernel_total.serial);
}

TEST(ReportTest, ARunFasterThanTheFloorIsExplainedNotClamped) {
  PredictOptions options = Plain(OnGtx1080Ti(32));
  options.measured_latency = Seconds(30.656e-3);
  const auto report = PredictModel(options);
  ASSERT_TRUE(report.ok()) << report.status();
  const DevicePrediction& device = report->devices.front();
  EXPECT_NEAR(*device.efficiency, device.kernel_total.floor.value() / 30.656e-3, 1e-12);
  EXPECT_GT(*device.efficiency, 1);
  // 23.461 ms of compute against 20.768 ms of transfer: 23.461 / 30.656 = 76.5 %.
  ASSERT_EQ(device.warnings.size(), 1U);
  EXPECT_NE(device.warnings.front().find("it reaches 76.5 %"), std::string::npos)
      << device.warnings.front();
}

TEST(ReportTest, ALatencyOfZeroIsRefused) {
  PredictOptions options = OnGtx1080Ti(1);
  options.measured_latency = Seconds(0);
  EXPECT_EQ(ReasonOf(PredictModel(options).status()), Reason::kInvalidArgument);
}

}  // namespace
}  // namespace roofline
