// What a point of a sweep costs beside a prediction of its own. Prints the time per point and
// "ratio": that time over one of Predict with the same devices.

#include <benchmark/benchmark.h>

#include <chrono>
#include <stdexcept>
#include <string>

#include "costmodel/device/catalog.h"
#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/sweep.h"

namespace roofline::bench {
namespace {

template <class T>
T Needed(absl::StatusOr<T> result) {
  if (!result.ok()) throw std::runtime_error(result.status().ToString());
  return *std::move(result);
}

template <class Fn>
double SecondsOf(Fn&& work) {
  const auto start = std::chrono::steady_clock::now();
  const absl::Status status = work();
  if (!status.ok()) throw std::runtime_error(status.ToString());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void SweepResNet50(benchmark::State& state) {
  const Skeleton skeleton = Needed(ReadSkeletonFile(
      ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1-original.onnx", ModelLimits()));
  const DeviceCatalog catalog = Needed(DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices"));
  PredictOptions options;
  for (const char* id : {"gtx-1080-ti", "xeon-platinum-8180"})
    options.devices.push_back(Needed(catalog.Find(id)));
  PredictOptions single = options;
  single.infer.bindings.batch = 1;
  SweepAxis batch{.name = "batch"};
  for (int64_t i = 1; i <= state.range(0); ++i) batch.values.push_back(i);
  double sweeps = 0;
  double predictions = 0;
  for (auto _ : state) {
    sweeps += SecondsOf([&] {
      return Sweep(skeleton.bytes, options, {batch},
                   [](const SweepPoint&) { return absl::OkStatus(); });
    });
    predictions +=
        SecondsOf([&] { return Predict(skeleton.bytes, skeleton.sha256_hex, single).status(); });
  }
  const auto points = static_cast<double>(state.range(0));
  state.counters["us_per_point"] = sweeps / points / static_cast<double>(state.iterations()) * 1e6;
  state.counters["ratio"] = sweeps / points / predictions;
}
BENCHMARK(SweepResNet50)->Arg(1'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace roofline::bench
