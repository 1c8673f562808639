#include "costmodel/device/lint_memory.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>

#include "costmodel/device/for_each_number.h"

namespace roofline {
namespace {

void CheckBus(const DeviceProfile& profile, LintReport& report) {
  const Memory& memory = profile.memory;
  if (!memory.bus_width.has_value() || !memory.data_rate.has_value()) return;
  if (!memory.bandwidth.reason.empty() || memory.bandwidth.basis == "measured") return;
  const BytesPerSecond derived(static_cast<double>(memory.bus_width->value) *
                               memory.data_rate->value.value() / 8);
  const double difference = derived / memory.bandwidth.value - 1;
  if (std::abs(difference) <= kLintTolerance) return;
  report.Add(
      "memory.bandwidth", memory.bandwidth,
      fmt::format("{} is stated but {} bit x {} give {} ({:+.1f} %); correct one of them or "
                  "give a 'reason'",
                  QuantityText(memory.bandwidth.value), memory.bus_width->value,
                  QuantityText(memory.data_rate->value), QuantityText(derived), 100 * difference));
}

// FLOPs per byte at which devices of a kind turn from memory to compute bound: in fp32 on the
// vector unit, and in their fastest format.
struct RidgeRange {
  double fp32_low;
  double fp32_high;
  double any_high;
};
RidgeRange RidgeRangeOf(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::kCpu:
      return {0.5, 80, 1500};
    case DeviceKind::kGpu:
      return {3, 120, 3000};
    case DeviceKind::kIgpu:
    case DeviceKind::kSocGpu:
      return {1, 80, 4000};
    case DeviceKind::kAccelerator:
      return {3, 300, 3000};
    case DeviceKind::kNpu:
      return {0.1, 1000, 20000};
  }
  return {0, 1e9, 1e9};
}

void CheckRidge(const DeviceProfile& profile, LintReport& report) {
  const RidgeRange range = RidgeRangeOf(profile.kind);
  const Sourced<BytesPerSecond>& bandwidth = profile.memory.bandwidth;
  if (!bandwidth.reason.empty()) return;
  const auto check = [&](const PeakRate& peak, double low, double high) {
    const double ridge = (peak.rate.value / bandwidth.value).value();
    if (ridge >= low && ridge <= high) return;
    report.Add("memory.bandwidth", bandwidth,
               fmt::format("{} over {} is {:.3g} FLOPs per byte; expected {:.3g} .. {:.0f} for a "
                           "{}, or a 'reason'",
                           PeakKey(peak), QuantityText(bandwidth.value), ridge, low, high,
                           DeviceKindName(profile.kind)));
  };
  for (const PeakRate& peak : profile.compute.peaks) {
    if (peak.unit == Unit::kVector && peak.precision == Precision::kFp32) {
      check(peak, range.fp32_low, range.fp32_high);
    } else if (peak.unit == Unit::kMatrix) {
      check(peak, 0, range.any_high);
    }
  }
}

void CheckCacheRanges(const Cache& cache, LintReport& report) {
  constexpr Bytes kLeast(1024);
  constexpr Bytes kMost(4e9);
  if (cache.size.value < kLeast || cache.size.value > kMost) {
    report.Add(
        fmt::format("caches.{}.size", cache.level), cache.size,
        fmt::format("{} is not plausible; expected 1 KiB .. 4 GB", QuantityText(cache.size.value)));
  }
  if (cache.scope == CacheScope::kCluster && !cache.count.has_value()) {
    report.Add(fmt::format("caches.{}.count", cache.level), cache.size,
               "missing; how many clusters have one?");
  }
}

// All instances together: each level away from the cores is slower, memory the slowest. Runs on a
// busy machine may say otherwise.
void CheckCacheOrder(const DeviceProfile& profile, LintReport& report) {
  for (const Cache& cache : profile.caches) {
    CheckCacheRanges(cache, report);
    const auto own = profile.CacheBandwidth(cache);
    if (!own.has_value() || !cache.bandwidth->reason.empty()) continue;
    if (profile.memory.bandwidth.basis == "measured") continue;
    BytesPerSecond beyond = profile.DramBandwidth();
    std::string name = "memory";
    for (const Cache& other : profile.caches) {
      const auto bandwidth = profile.CacheBandwidth(other);
      if (other.level <= cache.level || !bandwidth.has_value() || *bandwidth < beyond) continue;
      beyond = *bandwidth;
      name = other.level;
    }
    if (*own >= beyond) continue;
    report.Add(fmt::format("caches.{}.bandwidth", cache.level), *cache.bandwidth,
               fmt::format("{} in all is below the {} of {}; is it that of one instance? Correct "
                           "it or give a 'reason'",
                           QuantityText(*own), QuantityText(beyond), name));
  }
}

}  // namespace

void LintMemory(const DeviceProfile& profile, LintReport& report) {
  CheckBus(profile, report);
  CheckCacheOrder(profile, report);
  CheckRidge(profile, report);
}

}  // namespace roofline
