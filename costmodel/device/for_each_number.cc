#include "costmodel/device/for_each_number.h"

#include <fmt/format.h>

#include <optional>

namespace roofline {
namespace {

std::string TextOf(int64_t value) { return fmt::format("{}", value); }
std::string TextOf(double value) { return fmt::format("{:.6g}", value); }
template <class Tag>
std::string TextOf(Quantity<Tag> value) {
  return QuantityText(value);
}

double ValueOf(int64_t value) { return static_cast<double>(value); }
double ValueOf(double value) { return value; }
template <class Tag>
double ValueOf(Quantity<Tag> value) {
  return value.value();
}

class Walk {
 public:
  explicit Walk(const std::function<void(const ProfileNumber&)>& visit) : visit_(visit) {}

  template <class T>
  void operator()(std::string key, const Sourced<T>& number) const {
    Visit(std::move(key), TextOf(number.value), number);
  }
  template <class T>
  void operator()(const std::string& key, const std::optional<Sourced<T>>& number) const {
    if (number.has_value()) (*this)(key, *number);
  }
  void Rate(std::string key, const Sourced<FlopsPerSecond>& rate, Precision precision) const {
    Visit(std::move(key), RateText(rate.value, precision), rate);
  }

 private:
  template <class T>
  void Visit(std::string key, std::string text, const Sourced<T>& number) const {
    visit_({std::move(key), std::move(text), ValueOf(number.value), number.basis, number.source,
            number.reason, number.file, number.line});
  }

  const std::function<void(const ProfileNumber&)>& visit_;
};

void WalkCompute(const Compute& compute, const Walk& walk) {
  if (compute.sockets.line > 0) walk("compute.sockets", compute.sockets);
  walk("compute.cores", compute.cores);
  walk("compute.fma_units_per_core", compute.fma_units_per_core);
  walk("compute.simd_lanes", compute.simd_lanes);
  walk("compute.matrix_fma_per_core", compute.matrix_fma_per_core);
  walk("fma_units", compute.fma_units);
  for (const Clock& clock : compute.clocks) {
    walk(fmt::format("compute.clocks.{}", ClockBasisName(clock.basis)), clock.frequency);
  }
  for (const PeakRate& peak : compute.peaks) {
    walk.Rate(PeakKey(peak), peak.rate, peak.precision);
    walk(PeakKey(peak) + ".fp16_accumulate", peak.fp16_accumulate_rate);
  }
}

void WalkMemory(const Memory& memory, const Walk& walk) {
  walk("memory.size", memory.size);
  walk("memory.bandwidth", memory.bandwidth);
  walk("memory.measured_bandwidth", memory.measured_bandwidth);
  walk("memory.core_bandwidth", memory.core_bandwidth);
  walk("memory.bus_width", memory.bus_width);
  walk("memory.data_rate", memory.data_rate);
}

void WalkEfficiencies(const EfficiencyTable& table, const Walk& walk) {
  walk("efficiency.overlap", table.overlap);
  for (const Efficiency& efficiency : table.classes) {
    const std::string key = "efficiency." + efficiency.operator_class;
    if (efficiency.compute) walk(key + ".compute", efficiency.compute->typical);
    if (efficiency.memory) walk(key + ".memory", efficiency.memory->typical);
    walk(key + ".extra", efficiency.extra);
  }
}

}  // namespace

std::string PeakKey(const PeakRate& peak) {
  return fmt::format("compute.peak.{}.{}", UnitName(peak.unit), PrecisionName(peak.precision));
}

void ForEachNumber(const DeviceProfile& profile,
                   const std::function<void(const ProfileNumber&)>& visit) {
  const Walk walk(visit);
  WalkCompute(profile.compute, walk);
  WalkMemory(profile.memory, walk);
  for (const Cache& cache : profile.caches) {
    walk(fmt::format("caches.{}.size", cache.level), cache.size);
    walk(fmt::format("caches.{}.count", cache.level), cache.count);
    walk(fmt::format("caches.{}.bandwidth", cache.level), cache.bandwidth);
  }
  if (profile.host_link.has_value()) walk("host_link.bandwidth", profile.host_link->bandwidth);
  walk("overheads.kernel", profile.overheads.kernel);
  walk("overheads.team", profile.overheads.team);
  walk("overheads.inference", profile.overheads.inference);
  walk("overheads.transfer", profile.overheads.transfer);
  walk("overheads.dispatch", profile.overheads.dispatch);
  walk("tdp", profile.tdp);
  WalkEfficiencies(profile.efficiency, walk);
}

}  // namespace roofline
