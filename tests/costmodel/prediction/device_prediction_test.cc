#include "costmodel/prediction/device_prediction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/device/catalog.h"
#include "costmodel/error.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline {
namespace {

// A 64x128 by 128x256 product: 64*256*128 MACs, (64*128 + 128*256 + 64*256) floats moved.
constexpr char kProduct[] =
    "g (float[64,128] a, float[128,256] b) => (float[64,256] y) { y = MatMul(a, b) }";
constexpr double kFlops = 2.0 * 64 * 256 * 128;
constexpr double kBytes = 4.0 * (64 * 128 + 128 * 256 + 64 * 256);

// 1 TFLOPS of FMA and 100 GB/s, and what `more` adds. Without defaults: everything at its peak.
constexpr char kGpu[] =
    "id: device\nkind: gpu\ncompute: {peak: 1 TFLOPS}\nmemory: {size: 1 GB, bandwidth: 100 GB/s}\n";
constexpr char kCpu[] =
    "id: device\nkind: cpu\n"
    "compute: {cores: 4, fma_units_per_core: 2, simd_lanes: 8, clocks: {base: 2 GHz}}\n"
    "memory: {bandwidth: 100 GB/s, core_bandwidth: 40 GB/s}\n";

class DevicePredictionTest : public ::testing::Test {
 protected:
  absl::Status Predict(const std::string& yaml, const Scenario& scenario,
                       const std::string& graph = kProduct) {
    const auto catalog = DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices");
    ASSIGN_OR_RETURN(profile_, catalog->Parse(yaml, "device.yaml"));
    model_ = testing::ParseModelText(graph);
    ASSIGN_OR_RETURN(workload_, MakeWorkload(model_, {}, scenario, {&profile_, 1}));
    ASSIGN_OR_RETURN(prediction_, PredictOnDevice(workload_, profile_, defaults_, scenario));
    return absl::OkStatus();
  }

  const WorkTime& total() const { return prediction_.kernel_total; }

  ProfilePtr profile_;
  KindDefaults defaults_;
  Model model_;
  Workload workload_;
  DevicePrediction prediction_;
};

TEST_F(DevicePredictionTest, ShortConvolutionsOfOneDimensionFillLittleOfACpu) {
  // 30 filters and 10 output positions of each of two images: 30 / (30 + 10) of 10 / (10 + 10).
  ASSERT_TRUE(Predict("id: device\nkind: cpu\ncompute: {cores: 1, peak: 1 GFLOPS}\n"
                      "memory: {bandwidth: 1 TB/s}\n",
                      {},
                      "g (float[2,8,12] x, float[30,8,3] w) => (float[2,30,10] y) "
                      "{ y = Conv(x, w) }")
                  .ok());
  const double compute = 2.0 * (2 * 30 * 10 * 8 * 3) / 1e9;
  EXPECT_DOUBLE_EQ(total().compute.value(), compute);
  EXPECT_NEAR(prediction_.expected.typical.value(), compute / (0.75 * 0.5), 1e-12);
}

TEST_F(DevicePredictionTest, FloorIsTheLongerAndSerialTheSum) {
  ASSERT_TRUE(Predict(kGpu, {}).ok());
  EXPECT_DOUBLE_EQ(total().compute.value(), kFlops / 1e12);
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / 100e9);
  EXPECT_DOUBLE_EQ(total().floor.value(), kFlops / 1e12);
  EXPECT_DOUBLE_EQ(total().serial.value(), kFlops / 1e12 + kBytes / 100e9);
  EXPECT_EQ(prediction_.bound, Bound::kCompute);
  // No efficiency is known: what is expected is the floor.
  EXPECT_DOUBLE_EQ(prediction_.expected.typical.value(), kFlops / 1e12);
  EXPECT_DOUBLE_EQ(prediction_.expected.high.value(), kFlops / 1e12);
}

TEST_F(DevicePredictionTest, ExpectedUsesEfficienciesOverlapAndOverheads) {
  const std::string more =
      "overheads: {kernel: 3 us, inference: 20 us}\n"
      "efficiency: {overlap: 0.5, matmul: {compute: {value: 0.5, low: 0.4, high: 0.8}, memory: "
      "0.8, "
      "extra: 2 us}}\n";
  ASSERT_TRUE(Predict(kGpu + more, {}).ok());
  const double c = kFlops / 1e12 / 0.5;
  const double m = kBytes / 100e9 / 0.8;
  EXPECT_DOUBLE_EQ(prediction_.expected.typical.value(), c + m - 0.5 * m + 5e-6 + 20e-6);
  // Without a spread of its own the memory efficiency has 0.8 * (1 -+ 0.25).
  const double slow_c = kFlops / 1e12 / 0.4;
  const double slow_m = kBytes / 100e9 / 0.6;
  EXPECT_DOUBLE_EQ(prediction_.expected.high.value(), slow_c + 0.5 * slow_m + 25e-6);
  EXPECT_DOUBLE_EQ(total().overhead.value(), 5e-6);
  EXPECT_DOUBLE_EQ(total().double_peak.value(),
                   std::max(c / 2, m) + 0.5 * std::min(c / 2, m) + 5e-6);
  EXPECT_DOUBLE_EQ(total().double_bandwidth.value(), c + 0.5 * (m / 2) + 5e-6);
  EXPECT_EQ(prediction_.kernels.front().efficiency.compute.operator_class, "matmul");
}

TEST_F(DevicePredictionTest, AKernelThatTakesLongerToStartIsBoundByOverhead) {
  ASSERT_TRUE(Predict(std::string(kGpu) + "overheads: {kernel: 1 ms}\n", {}).ok());
  EXPECT_EQ(prediction_.kernels.front().time.bound(), Bound::kOverhead);
  EXPECT_EQ(prediction_.bound, Bound::kOverhead);
}

TEST_F(DevicePredictionTest, PrecisionChangesBytesAndRate) {
  const std::string yaml =
      "id: device\nkind: gpu\ncompute: {peak: {vector: {fp32: 1 TFLOPS, fp16: 2 TFLOPS}}}\n"
      "memory: {bandwidth: 100 GB/s}\n";
  ASSERT_TRUE(Predict(yaml, {.precision = Precision::kFp16}).ok());
  EXPECT_DOUBLE_EQ(total().compute.value(), kFlops / 2e12);
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / 2 / 100e9);
  EXPECT_TRUE(prediction_.warnings.empty());
  // The device has no int8 rate: the bytes shrink, the arithmetic falls back and says so.
  ASSERT_TRUE(Predict(yaml, {.precision = Precision::kInt8}).ok());
  EXPECT_DOUBLE_EQ(total().compute.value(), kFlops / 2e12);
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / 4 / 100e9);
  ASSERT_EQ(prediction_.warnings.size(), 1U);
  EXPECT_EQ(prediction_.warnings.front(), "no int8 rate: runs as fp16");
}

TEST_F(DevicePredictionTest, WeightsAloneShrinkInMemory) {
  const std::string graph =
      "g (float[1,128] a) => (float[1,256] y) { s = Constant <value = int64[2] {128, 256}> ()\n w "
      "= "
      "ConstantOfShape (s)\n y = MatMul(a, w) }";
  ASSERT_TRUE(Predict(kGpu, {.weights = Precision::kInt4}, graph).ok());
  EXPECT_DOUBLE_EQ(total().transfer.value(), (4.0 * (128 + 256) + 0.5 * 128 * 256) / 100e9);
  EXPECT_EQ(workload_.memory.weights.value(), 128 * 256 / 2);
}

TEST_F(DevicePredictionTest, ThreadsShareTheCoresAndTheBandwidth) {
  ASSERT_TRUE(Predict(kCpu, {}).ok());
  const double core = 2 * 8 * 2 * 2e9;
  EXPECT_DOUBLE_EQ(total().compute.value(), kFlops / (4 * core));
  ASSERT_TRUE(Predict(kCpu, {.threads = 1}).ok());
  EXPECT_DOUBLE_EQ(total().compute.value(), kFlops / core);
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / 40e9);
  ASSERT_TRUE(Predict(kCpu, {.threads = 3}).ok());
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / 100e9);  // 3 * 40 is more than there is
  const absl::Status status = Predict(kCpu, {.threads = 5});
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "5 threads on the 4 cores of device; expected 1 .. 4");
  EXPECT_EQ(ReasonOf(Predict(kGpu, {.threads = 1})), Reason::kInvalidArgument);
}

TEST_F(DevicePredictionTest, ASmallKernelStaysOnOneCore) {
  // 1 us of arithmetic on one core against 50 us to wake the others.
  ASSERT_TRUE(Predict(std::string(kCpu) + "overheads: {team: 50 us}\n", {},
                      "g (float[256] a) => (float[256] y) { y = Relu(a) }")
                  .ok());
  EXPECT_TRUE(prediction_.kernels.front().one_core);
  EXPECT_DOUBLE_EQ(prediction_.expected.typical.value(), 2 * 4.0 * 256 / 40e9);
  ASSERT_TRUE(Predict(std::string(kCpu) + "overheads: {team: 50 us}\n", {},
                      "g (float[25600000] a) => (float[25600000] y) { y = Relu(a) }")
                  .ok());
  EXPECT_FALSE(prediction_.kernels.front().one_core);
  EXPECT_DOUBLE_EQ(prediction_.expected.typical.value(), 2 * 4.0 * 25600000 / 100e9 + 50e-6);
}

TEST_F(DevicePredictionTest, ViewsAndEmptyTensorsCostNothing) {
  ASSERT_TRUE(Predict(std::string(kGpu) + "overheads: {kernel: 3 us}\n", {},
                      "g (float[0,4] a) => (float[0,4] y) { b = Relu(a)\n y = Identity(b) }")
                  .ok());
  EXPECT_EQ(prediction_.expected.typical, Seconds(0));
  EXPECT_EQ(prediction_.bound, Bound::kNone);
}

TEST_F(DevicePredictionTest, HostTransferIsItsOwnTerm) {
  const std::string more = "host_link: {bandwidth: 10 GB/s}\noverheads: {transfer: 7 us}\n";
  ASSERT_TRUE(Predict(kGpu + more, {.host_transfer = true}).ok());
  EXPECT_DOUBLE_EQ(prediction_.host_transfer->value(), kBytes / 10e9 + 2 * 7e-6);
  EXPECT_DOUBLE_EQ(prediction_.expected.typical.value(),
                   total().floor.value() + prediction_.host_transfer->value());
}

TEST_F(DevicePredictionTest, WhatDoesNotFitSaysSo) {
  const std::string small =
      "id: device\nkind: gpu\ncompute: {peak: 1 TFLOPS}\nmemory: {size: 100 kB, bandwidth: 1 "
      "GB/s}\n";
  ASSERT_TRUE(Predict(small, {}).ok());
  EXPECT_EQ(prediction_.fits, false);
  ASSERT_EQ(prediction_.warnings.size(), 1U);
  ASSERT_TRUE(Predict(kGpu, {}).ok());
  EXPECT_EQ(prediction_.fits, true);
}

TEST_F(DevicePredictionTest, SharesOfTheTimeByHowWellItIsKnown) {
  // Relu moves 2 * 4 bytes an element; NonZero reads 4 and writes an index of 8 for each at most.
  ASSERT_TRUE(
      Predict(kGpu, {}, "g (float[1000] x) => (int64[1,N] y) { r = Relu(x)\n y = NonZero(r) }")
          .ok());
  EXPECT_DOUBLE_EQ(prediction_.coverage.exact, 8.0 / (8 + 12));
  EXPECT_DOUBLE_EQ(prediction_.coverage.bounded, 12.0 / (8 + 12));
  EXPECT_EQ(prediction_.coverage.assumed, 0);
  EXPECT_EQ(prediction_.coverage.unknown, 0);
}

TEST_F(DevicePredictionTest, AKernelIsAsWellKnownAsItsWorstLayer) {
  // The sum is of a bounded tensor and makes one kernel with the product before it.
  ASSERT_TRUE(Predict(kGpu, {},
                      "g (float[1,8] a, float[8,4] b, float[4] x) => (float[1,4] y) {\n"
                      "n = NonZero(x)\n f = Cast<to = 1>(n)\n m = MatMul(a, b)\n y = Add(m, f) }")
                  .ok());
  const KernelPlan& plan = workload_.For(DeviceKind::kGpu).kernels.plan;
  ASSERT_EQ(plan.kernel_of_layer[2], plan.kernel_of_layer[3]);
  EXPECT_EQ(workload_.layers[2].mark, Mark::kExact);
  EXPECT_EQ(prediction_.coverage.bounded, 1);
}

TEST_F(DevicePredictionTest, WithoutTimeThereAreNoShares) {
  ASSERT_TRUE(Predict(kGpu, {}, "g (float[0] a) => (float[0] y) { y = Relu(a) }").ok());
  EXPECT_EQ(prediction_.coverage.exact, 0);
}

TEST_F(DevicePredictionTest, TwiceTheBandwidthHalvesAMemoryBoundFloor) {
  const std::string graph = "g (float[1000000] a) => (float[1000000] y) { y = Relu(a) }";
  ASSERT_TRUE(Predict(kGpu, {}, graph).ok());
  const Seconds before = total().floor;
  ASSERT_TRUE(Predict("id: device\nkind: gpu\ncompute: {peak: 1 TFLOPS}\n"
                      "memory: {bandwidth: 200 GB/s}\n",
                      {}, graph)
                  .ok());
  EXPECT_DOUBLE_EQ(total().floor.value(), before.value() / 2);
}

// 1 MiB of L2 for each of 4 cores at 10 GB/s, slower than the 40 GB/s a core draws from DRAM; an L3
// of 64 MiB at 200 GB/s for all, a quarter of it for one thread.
TEST_F(DevicePredictionTest, ACacheIsNeverSlowerThanWhatLiesBehindIt) {
  const std::string caches =
      "caches:\n"
      "  - {level: L2, scope: core, size: 1 MiB, bandwidth: 10 GB/s}\n"
      "  - {level: L3, scope: socket, size: 64 MiB, bandwidth: 200 GB/s}\n";
  ASSERT_TRUE(Predict(kCpu + caches, {.threads = 1}).ok());
  const std::vector<CacheLevel>& levels = prediction_.machine->caches();
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_DOUBLE_EQ(levels[0].bandwidth.value(), 200e9 / 4);
  EXPECT_DOUBLE_EQ(levels[1].bandwidth.value(), 200e9 / 4);
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / (200e9 / 4));
  const std::string slow =
      "caches:\n"
      "  - {level: L3, scope: socket, size: 64 MiB, bandwidth: 80 GB/s}\n";
  ASSERT_TRUE(Predict(kCpu + slow, {.threads = 1}).ok());
  EXPECT_DOUBLE_EQ(total().transfer.value(), kBytes / 40e9);  // of DRAM, not 80 / 4
}

// 100 steps read 4 x 64 x 64 floats each, out of the cache that holds them; all else once. The
// weights are zeros of a known shape.
TEST_F(DevicePredictionTest, RecurrentWeightsAreReadAgainFromTheCache) {
  const std::string lstm =
      "g (float[100,1,64] x) => (float[100,1,1,64] y) {\n"
      " s = Constant <value = int64[3] {1, 256, 64}> ()\n"
      " w = ConstantOfShape (s)\n r = ConstantOfShape (s)\n y = LSTM <hidden_size = 64> (x, w, r)"
      " }";
  const std::string l2 =
      "caches:\n  - {level: L2, scope: core, size: 1 MiB, bandwidth: 100 GB/s}\n";
  ASSERT_TRUE(Predict(kCpu + l2, {.memory = MemoryState::kCold, .threads = 1}, lstm).ok());
  const double weights = 4.0 * 256 * 64;
  const double states = 4.0 * 100 * 64;
  ASSERT_EQ(prediction_.level_bytes.size(), 2U);
  EXPECT_EQ(prediction_.level_bytes[0], Count(99 * 4 * 256 * 64));
  EXPECT_DOUBLE_EQ(static_cast<double>(prediction_.level_bytes[1].value()),
                   2 * weights + 2 * states);  // x in, y out
}

// A convolution and a sigmoid times its argument. A CPU copies x into blocks of channels and the
// result of the convolution out of them, 1 MiB each, at the 100 GB/s of DRAM.
constexpr char kSilu[] =
    "g (float[1,64,64,64] x) => (float[1,64,64,64] y) {\n"
    " s = Constant <value = int64[4] {64, 64, 1, 1}> ()\n w = ConstantOfShape (s)\n"
    " c = Conv (x, w)\n g = Sigmoid (c)\n y = Mul (c, g) }";

TEST_F(DevicePredictionTest, LayoutReordersOfACpuAreOverhead) {
  ASSERT_TRUE(Predict(kCpu, {}, kSilu).ok());
  const auto convolution =
      std::find_if(prediction_.kernels.begin(), prediction_.kernels.end(),
                   [](const KernelTime& kernel) { return !kernel.reorders.empty(); });
  ASSERT_NE(convolution, prediction_.kernels.end());
  ASSERT_EQ(convolution->reorders.size(), 2U);
  const double copy = 2.0 * 4 * 64 * 64 * 64;
  EXPECT_EQ(convolution->reorders[0].level, "layout reorder");
  EXPECT_DOUBLE_EQ(convolution->reorders[0].bytes.value(), copy);
  EXPECT_DOUBLE_EQ(convolution->time.overhead.value(), 2 * copy / 100e9);
  EXPECT_DOUBLE_EQ(convolution->time.expected.typical.value(),
                   convolution->time.floor.value() + 2 * copy / 100e9);
}

TEST_F(DevicePredictionTest, KindsOfDevicesHaveTheirOwnKernels) {
  const auto catalog = DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices");
  const std::vector<ProfilePtr> devices = {*catalog->Parse(kCpu, "cpu.yaml"),
                                           *catalog->Parse(kGpu, "gpu.yaml")};
  const Model model = testing::ParseModelText(kSilu);
  const auto workload = MakeWorkload(model, {}, {}, devices);
  ASSERT_TRUE(workload.ok()) << workload.status();
  const auto started = [](const RuntimeKernels& runtime) {
    const auto& kernels = runtime.kernels.plan.kernels;
    return std::count_if(kernels.begin(), kernels.end(),
                         [](const Kernel& kernel) { return !kernel.traffic.empty(); });
  };
  EXPECT_EQ(started(workload->For(DeviceKind::kCpu)), 2);  // Conv; Sigmoid and Mul
  EXPECT_EQ(started(workload->For(DeviceKind::kGpu)), 1);
  EXPECT_EQ(started(workload->For(DeviceKind::kNpu)), 1);
  EXPECT_EQ(workload->runtimes.front().runtime, Runtime::kCpu);  // of the first device
  EXPECT_EQ(workload->MemoryOn(DeviceKind::kGpu).activations.bytes,
            workload->For(DeviceKind::kGpu).activations.bytes);
}

// Three small kernels, each 8 us of transfer at 100 GB/s: 2 x 400 kB.
constexpr char kThree[] =
    "g (float[100000] a) => (float[100000] y) { b = Relu(a)\n c = Sin(b)\n y = Relu(c) }";

TEST_F(DevicePredictionTest, AnEagerRunTakesAsLongAsItsHostHandsOver) {
  const std::string yaml = std::string(kGpu) + "overheads: {dispatch: 50 us, inference: 20 us}\n";
  ASSERT_TRUE(Predict(yaml, {.fusion = Fusion::kNone}, kThree).ok());
  EXPECT_DOUBLE_EQ(prediction_.dispatch->value(), 3 * 50e-6);
  EXPECT_NEAR(total().expected.typical.value(), 3 * 8e-6, 1e-12);
  EXPECT_NEAR(prediction_.dispatch_wait().value(), 150e-6 - 24e-6, 1e-12);
  EXPECT_NEAR(prediction_.expected.typical.value(), 150e-6 + 20e-6, 1e-12);
  EXPECT_NEAR(prediction_.expected.low.value(), 150e-6 / 2 + 20e-6, 1e-12);
  EXPECT_NEAR(prediction_.expected.high.value(), 150e-6 * 1.75 + 20e-6, 1e-12);
  EXPECT_EQ(prediction_.bound, Bound::kOverhead);
  // Twice the bandwidth gains nothing.
  EXPECT_NEAR(prediction_.ExpectedOf(total().double_bandwidth).value(), 170e-6, 1e-12);
}

TEST_F(DevicePredictionTest, KernelsThatTakeLongerHideTheHandOver) {
  const std::string yaml = std::string(kGpu) + "overheads: {dispatch: 5 us, inference: 20 us}\n";
  ASSERT_TRUE(Predict(yaml, {.fusion = Fusion::kNone}, kThree).ok());
  EXPECT_EQ(prediction_.dispatch_wait(), Seconds(0));
  EXPECT_NEAR(prediction_.expected.typical.value(), 24e-6 + 20e-6, 1e-12);
  EXPECT_EQ(prediction_.bound, Bound::kMemory);
}

TEST_F(DevicePredictionTest, FusionSavesTheHandOverToo) {
  const std::string yaml = std::string(kGpu) + "overheads: {dispatch: 50 us, inference: 20 us}\n";
  ASSERT_TRUE(Predict(yaml, {}, kThree).ok());
  EXPECT_FALSE(prediction_.dispatch.has_value());
  EXPECT_NEAR(prediction_.separate_expected->value(), 150e-6 + 20e-6, 1e-12);
}

// 1x64x8x8 in and out: 64 * 64 numbers.
std::string Convolution(int filter_channels, int groups) {
  return "g (float[1,64,8,8] x) => (float[1,64,8,8] y) {\n"
         "s = Constant<value = int64[4] {64, " +
         std::to_string(filter_channels) +
         ", 1, 1}>()\n w = ConstantOfShape(s)\n"
         "y = Conv<group = " +
         std::to_string(groups) + ">(x, w) }";
}

TEST_F(DevicePredictionTest, ChannelsFirstAreTransposedForAMatrixUnit) {
  const std::string yaml =
      "id: device\nkind: gpu\n"
      "compute: {peak: {vector: {fp32: 1 TFLOPS}, matrix: {fp16: 8 TFLOPS}}}\n"
      "memory: {bandwidth: 100 GB/s}\n";
  const Scenario eager{.fusion = Fusion::kNone, .precision = Precision::kFp16};
  Scenario last = eager;
  last.channels_last = true;
  ASSERT_TRUE(Predict(yaml, eager, Convolution(64, 1)).ok());
  const KernelTime& kernel = prediction_.kernels.back();
  ASSERT_EQ(kernel.reorders.size(), 2U);
  for (const TransferTerm& copied : kernel.reorders)
    EXPECT_DOUBLE_EQ(copied.bytes.value(), 2 * 2 * 64 * 64);  // read and written
  EXPECT_DOUBLE_EQ(kernel.time.overhead.value(), 2 * (2 * 2 * 64 * 64) / 100e9);
  ASSERT_TRUE(Predict(yaml, last, Convolution(64, 1)).ok());
  EXPECT_TRUE(prediction_.kernels.back().reorders.empty());
  // Runtimes that fuse choose their layouts once; depthwise filters need no matrix unit.
  ASSERT_TRUE(Predict(yaml, {.precision = Precision::kFp16}, Convolution(64, 1)).ok());
  EXPECT_TRUE(prediction_.kernels.back().reorders.empty());
  ASSERT_TRUE(Predict(yaml, eager, Convolution(1, 64)).ok());
  EXPECT_TRUE(prediction_.kernels.back().reorders.empty());
  ASSERT_TRUE(Predict(kGpu, eager, Convolution(64, 1)).ok());
  EXPECT_TRUE(prediction_.kernels.back().reorders.empty());
}

}  // namespace
}  // namespace roofline
