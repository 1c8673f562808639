#include "costmodel/device/query/describe.h"

#include <fmt/format.h>

#include <array>

#include "costmodel/device/query/field.h"

namespace roofline {
namespace {

std::string ClockTimesTwo(const DeviceProfile& profile) {
  return fmt::format("2 x {}", QuantityText(profile.PeakClock()->frequency.value));
}

std::string DerivedPeakText(const DeviceProfile& profile) {
  const auto peak = profile.DerivedPeak();
  if (!peak.has_value()) return "";
  const Compute& c = profile.compute;
  const std::string lanes = c.fma_units.has_value()
                                ? fmt::format("{}", c.fma_units->value)
                                : fmt::format("{} x {} x {}", c.cores->value,
                                              c.fma_units_per_core->value, c.simd_lanes->value);
  const auto sockets = static_cast<double>(c.sockets.value);
  const std::string times = c.sockets.value > 1 ? fmt::format("{} x ", c.sockets.value) : "";
  return fmt::format("{}{} x {} = {}", times, lanes, ClockTimesTwo(profile),
                     QuantityText(*peak * sockets));
}

std::string DerivedMatrixText(const DeviceProfile& profile) {
  const auto peak = profile.DerivedMatrixPeak();
  if (!peak.has_value()) return "";
  const Compute& c = profile.compute;
  const auto sockets = static_cast<double>(c.sockets.value);
  const std::string times = c.sockets.value > 1 ? fmt::format("{} x ", c.sockets.value) : "";
  return fmt::format("{}{} x {} x {} = {}", times, c.cores->value, c.matrix_fma_per_core->value,
                     ClockTimesTwo(profile), QuantityText(*peak * sockets));
}

}  // namespace

DeviceDescription DescribeDevice(const DeviceProfile& profile) {
  DeviceDescription description;
  ForEachNumber(profile, [&](const ProfileNumber& n) { description.numbers.push_back(n); });
  for (const std::string& name : ComparedFields()) {
    const DeviceField field = *FindDeviceField(name);
    const auto value = field.number(profile);
    if (value.has_value()) description.totals.push_back({name, *value, field.print(*value)});
  }
  description.derived_peak = DerivedPeakText(profile);
  description.derived_matrix = DerivedMatrixText(profile);
  for (const Precision precision : kAllPrecisions) {
    const auto peak = profile.BestPeak(precision);
    const auto ridge = profile.RidgePoint(precision);
    if (!peak.has_value() || !ridge.has_value()) continue;
    const Unit unit =
        profile.Peak(precision, Unit::kMatrix) == peak ? Unit::kMatrix : Unit::kVector;
    description.formats.push_back({precision, unit, *peak, *ridge});
  }
  return description;
}

std::vector<std::string> ComparedFields() {
  constexpr std::array kPlain = {"memory.bandwidth", "memory.size",         "cache.l1", "cache.l2",
                                 "cache.l3",         "host_link.bandwidth", "tdp",      "cores"};
  std::vector<std::string> fields;
  fields.reserve(2 * std::size(kAllPrecisions) + kPlain.size());
  for (const Precision precision : kAllPrecisions) {
    fields.push_back(fmt::format("peak.{}", PrecisionName(precision)));
  }
  fields.insert(fields.end(), kPlain.begin(), kPlain.end());
  for (const Precision precision : kAllPrecisions) {
    fields.push_back(fmt::format("ridge.{}", PrecisionName(precision)));
  }
  return fields;
}

}  // namespace roofline
