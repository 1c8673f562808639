#include "costmodel/efficiency/efficiency_model.h"

#include <optional>

namespace roofline {
namespace {

UsedFraction FractionOf(const Efficiency& entry, const Fraction& fraction, bool of_profile) {
  const std::string_view basis = fraction.typical.basis;
  return {.typical = fraction.typical.value,
          .low = fraction.low,
          .high = fraction.high,
          .operator_class = entry.operator_class,
          .basis = !basis.empty() ? basis : (of_profile ? "profile" : "default"),
          .source = fraction.typical.source,
          .of_profile = of_profile};
}

Seconds First(const std::optional<Sourced<Seconds>>& own,
              const std::optional<Sourced<Seconds>>& fallback) {
  if (own) return own->value;
  return fallback ? fallback->value : Seconds(0);
}

}  // namespace

EfficiencyModel::EfficiencyModel(const DeviceProfile& profile, const KindDefaults& defaults)
    : profile_(profile),
      defaults_(defaults),
      of_profile_(Index(profile.efficiency)),
      of_defaults_(Index(defaults.efficiency)) {}

EfficiencyModel::ByClass EfficiencyModel::Index(const EfficiencyTable& table) {
  ByClass index;
  for (const Efficiency& entry : table.classes) index.try_emplace(entry.operator_class, &entry);
  return index;
}

UsedEfficiency EfficiencyModel::For(const EfficiencyClasses& classes) const {
  std::optional<UsedFraction> compute;
  std::optional<UsedFraction> memory;
  std::optional<Seconds> extra;
  for (const ByClass* table : {&of_profile_, &of_defaults_}) {
    for (const std::string_view name : classes) {
      const auto found = table->find(name);
      if (found == table->end()) continue;
      const Efficiency& entry = *found->second;
      const bool of_profile = table == &of_profile_;
      if (!compute && entry.compute) compute = FractionOf(entry, *entry.compute, of_profile);
      if (!memory && entry.memory) memory = FractionOf(entry, *entry.memory, of_profile);
      if (!extra && entry.extra) extra = entry.extra->value;
    }
  }
  const UsedFraction peak{.basis = "peak"};
  return {compute.value_or(peak), memory.value_or(peak), extra.value_or(Seconds(0))};
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

Seconds EfficiencyModel::dispatch_overhead() const {
  return First(profile_.overheads.dispatch, defaults_.overheads.dispatch);
}

BytesPerSecond EfficiencyModel::core_bandwidth() const {
  if (profile_.memory.core_bandwidth) return profile_.memory.core_bandwidth->value;
  return defaults_.core_bandwidth ? defaults_.core_bandwidth->value : profile_.DramBandwidth();
}

}  // namespace roofline
