#include "costmodel/device/query/describe.h"

#include <fmt/format.h>

#include <algorithm>

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

std::vector<std::string> ComparedFields() {
  std::vector<std::string> fields;
  for (const Precision precision : kAllPrecisions) {
    fields.push_back(fmt::format("peak.{}", PrecisionName(precision)));
  }
  for (const char* field : {"memory.bandwidth", "memory.size", "cache.l1", "cache.l2", "cache.l3",
                            "host_link.bandwidth", "tdp", "cores"}) {
    fields.emplace_back(field);
  }
  for (const Precision precision : kAllPrecisions) {
    fields.push_back(fmt::format("ridge.{}", PrecisionName(precision)));
  }
  return fields;
}

ComparisonRow CompareField(const DeviceField& field, const std::vector<ProfilePtr>& devices) {
  ComparisonRow row{.field = field.name};
  for (const ProfilePtr& device : devices) {
    const auto value = field.number(*device);
    row.values.push_back(value);
    row.texts.push_back(value.has_value() ? field.print(*value) : "-");
    const bool comparable = value.has_value() && row.values[0].has_value();
    row.ratios.push_back(comparable ? std::optional(*value / *row.values[0]) : std::nullopt);
  }
  return row;
}

}  // namespace

DeviceDescription DescribeDevice(const DeviceProfile& profile) {
  DeviceDescription description;
  ForEachNumber(profile, [&](const ProfileNumber& n) { description.numbers.push_back(n); });
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

std::vector<ComparisonRow> CompareDevices(const std::vector<ProfilePtr>& devices) {
  std::vector<ComparisonRow> rows;
  for (const std::string& name : ComparedFields()) {
    ComparisonRow row = CompareField(*FindDeviceField(name), devices);
    const bool stated = std::any_of(row.values.begin(), row.values.end(),
                                    [](const auto& value) { return value.has_value(); });
    if (stated) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace roofline
