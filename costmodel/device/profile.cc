#include "costmodel/device/profile.h"

#include <algorithm>
#include <array>

namespace roofline {
namespace {

template <class E, size_t N>
std::optional<E> FromName(const std::array<std::string_view, N>& names, std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, 6> kKindNames = {"cpu",     "gpu",         "igpu",
                                                        "soc-gpu", "accelerator", "npu"};
constexpr std::array<std::string_view, 6> kClockNames = {
    "base", "boost", "all_core", "avx2_all_core", "avx512_all_core", "measured"};
constexpr std::array<std::string_view, 3> kScopeNames = {"core", "cluster", "socket"};

}  // namespace

std::string_view DeviceKindName(DeviceKind kind) {
  return kKindNames.at(static_cast<size_t>(kind));
}
std::optional<DeviceKind> DeviceKindFromName(std::string_view name) {
  return FromName<DeviceKind>(kKindNames, name);
}
std::string_view ClockBasisName(ClockBasis basis) {
  return kClockNames.at(static_cast<size_t>(basis));
}
std::optional<ClockBasis> ClockBasisFromName(std::string_view name) {
  return FromName<ClockBasis>(kClockNames, name);
}
std::string_view CacheScopeName(CacheScope scope) {
  return kScopeNames.at(static_cast<size_t>(scope));
}
std::optional<CacheScope> CacheScopeFromName(std::string_view name) {
  return FromName<CacheScope>(kScopeNames, name);
}

const PeakRate* DeviceProfile::FindPeak(Precision precision, Unit unit) const {
  for (const PeakRate& peak : compute.peaks) {
    if (peak.precision == precision && peak.unit == unit) return &peak;
  }
  return nullptr;
}

std::optional<FlopsPerSecond> DeviceProfile::Peak(Precision precision, Unit unit) const {
  const PeakRate* peak = FindPeak(precision, unit);
  if (peak == nullptr) return std::nullopt;
  return peak->rate.value * static_cast<double>(compute.sockets.value);
}

std::optional<FlopsPerSecond> DeviceProfile::BestPeak(Precision precision) const {
  const auto vector = Peak(precision, Unit::kVector);
  const auto matrix = Peak(precision, Unit::kMatrix);
  if (vector.has_value() && matrix.has_value()) return std::max(*vector, *matrix);
  return matrix.has_value() ? matrix : vector;
}

std::optional<FlopsPerSecond> DeviceProfile::VectorNonFmaRate(Precision precision) const {
  if (const auto written = Peak(precision, Unit::kNonFma)) return written;
  const auto fma = Peak(precision, Unit::kVector);
  if (!fma.has_value()) return std::nullopt;
  return *fma / 2;
}

std::optional<FlopsPerSecond> DeviceProfile::TranscendentalRate(Precision precision) const {
  return Peak(precision, Unit::kTranscendental);
}

BytesPerSecond DeviceProfile::DramBandwidth() const {
  return memory.bandwidth.value * static_cast<double>(compute.sockets.value);
}

std::optional<Bytes> DeviceProfile::MemorySize() const {
  if (!memory.size.has_value()) return std::nullopt;
  return memory.size->value * static_cast<double>(compute.sockets.value);
}

namespace {

// Instances of a cache in the whole device.
std::optional<double> Instances(const DeviceProfile& profile, const Cache& cache) {
  const auto sockets = static_cast<double>(profile.compute.sockets.value);
  if (cache.count.has_value()) return sockets * static_cast<double>(cache.count->value);
  if (cache.scope == CacheScope::kSocket) return sockets;
  if (cache.scope == CacheScope::kCore && profile.compute.cores.has_value()) {
    return sockets * static_cast<double>(profile.compute.cores->value);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Bytes> DeviceProfile::CacheSize(const Cache& cache) const {
  const auto instances = Instances(*this, cache);
  if (!instances.has_value()) return std::nullopt;
  return cache.size.value * *instances;
}

std::optional<BytesPerSecond> DeviceProfile::CacheBandwidth(const Cache& cache) const {
  const auto instances = Instances(*this, cache);
  if (!instances.has_value() || !cache.bandwidth.has_value()) return std::nullopt;
  return cache.bandwidth->value * *instances;
}

const Cache* DeviceProfile::FindCache(std::string_view level) const {
  for (const Cache& cache : caches) {
    if (cache.level == level) return &cache;
  }
  return nullptr;
}

std::optional<Watts> DeviceProfile::Tdp() const {
  if (!tdp.has_value()) return std::nullopt;
  return tdp->value * static_cast<double>(compute.sockets.value);
}

std::optional<FlopsPerByte> DeviceProfile::RidgePoint(Precision precision) const {
  const auto peak = BestPeak(precision);
  if (!peak.has_value() || memory.bandwidth.value.value() <= 0) return std::nullopt;
  return *peak / DramBandwidth();
}

const Clock* DeviceProfile::PeakClock() const {
  for (const Clock& clock : compute.clocks) {
    if (compute.peak_clock.has_value() ? clock.basis == *compute.peak_clock
                                       : compute.clocks.size() == 1) {
      return &clock;
    }
  }
  return nullptr;
}

std::optional<int64_t> DeviceProfile::FmaLanes() const {
  const Compute& c = compute;
  if (c.fma_units.has_value()) return c.fma_units->value;
  if (!c.cores.has_value() || !c.fma_units_per_core.has_value() || !c.simd_lanes.has_value()) {
    return std::nullopt;
  }
  return c.cores->value * c.fma_units_per_core->value * c.simd_lanes->value;
}

std::optional<FlopsPerSecond> DeviceProfile::DerivedPeak() const {
  const Clock* clock = PeakClock();
  const auto lanes = FmaLanes();
  if (clock == nullptr || !lanes.has_value()) return std::nullopt;
  return FlopsPerSecond(static_cast<double>(*lanes) * 2 * clock->frequency.value.value());
}

std::optional<FlopsPerSecond> DeviceProfile::DerivedMatrixPeak() const {
  const Clock* clock = PeakClock();
  const Compute& c = compute;
  if (clock == nullptr || !c.cores.has_value() || !c.matrix_fma_per_core.has_value()) {
    return std::nullopt;
  }
  const auto products = static_cast<double>(c.cores->value * c.matrix_fma_per_core->value);
  return FlopsPerSecond(products * 2 * clock->frequency.value.value());
}

}  // namespace roofline
