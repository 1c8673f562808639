#include "costmodel/efficiency/efficiency_model.h"

#include <optional>

namespace roofline {
namespace {

const Efficiency* FindClass(const EfficiencyTable& table, std::string_view name) {
  for (const Efficiency& efficiency : table.classes) {
    if (efficiency.operator_class == name) return &efficiency;
  }
  return nullptr;
}

using Member = std::optional<Fraction> Efficiency::*;

UsedFraction FindFraction(const DeviceProfile& profile, const KindDefaults& defaults,
                          const EfficiencyClasses& classes, Member member) {
  for (const EfficiencyTable* table : {&profile.efficiency, &defaults.efficiency}) {
    const bool of_profile = table == &profile.efficiency;
    for (const std::string_view name : classes) {
      const Efficiency* found = FindClass(*table, name);
      if (found == nullptr || !(found->*member)) continue;
      const Fraction& fraction = *(found->*member);
      const std::string_view basis = fraction.typical.basis;
      return {fraction, found->operator_class,
              !basis.empty() ? basis : (of_profile ? "profile" : "default"), of_profile};
    }
  }
  return {.fraction = {.typical = {.value = 1}, .low = 1, .high = 1}, .basis = "peak"};
}

Seconds FindExtra(const DeviceProfile& profile, const KindDefaults& defaults,
                  const EfficiencyClasses& classes) {
  for (const EfficiencyTable* table : {&profile.efficiency, &defaults.efficiency}) {
    for (const std::string_view name : classes) {
      const Efficiency* found = FindClass(*table, name);
      if (found != nullptr && found->extra) return found->extra->value;
    }
  }
  return Seconds(0);
}

Seconds First(const std::optional<Sourced<Seconds>>& own,
              const std::optional<Sourced<Seconds>>& fallback) {
  if (own) return own->value;
  return fallback ? fallback->value : Seconds(0);
}

}  // namespace

UsedEfficiency EfficiencyModel::For(const EfficiencyClasses& classes) const {
  return {FindFraction(profile_, defaults_, classes, &Efficiency::compute),
          FindFraction(profile_, defaults_, classes, &Efficiency::memory),
          FindExtra(profile_, defaults_, classes)};
}

double EfficiencyModel::overlap() const {
  if (profile_.efficiency.overlap) return profile_.efficiency.overlap->value;
  return defaults_.efficiency.overlap ? defaults_.efficiency.overlap->value : 1;
}

Seconds EfficiencyModel::kernel_overhead() const {
  return First(profile_.overheads.kernel, defaults_.overheads.kernel);
}

Seconds EfficiencyModel::team_overhead() const {
  return First(profile_.overheads.team, defaults_.overheads.team);
}

Seconds EfficiencyModel::inference_overhead() const {
  return First(profile_.overheads.inference, defaults_.overheads.inference);
}

Seconds EfficiencyModel::transfer_overhead() const {
  return First(profile_.overheads.transfer, defaults_.overheads.transfer);
}

BytesPerSecond EfficiencyModel::core_bandwidth() const {
  if (profile_.memory.core_bandwidth) return profile_.memory.core_bandwidth->value;
  return defaults_.core_bandwidth ? defaults_.core_bandwidth->value : profile_.DramBandwidth();
}

}  // namespace roofline
