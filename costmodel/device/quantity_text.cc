#include "costmodel/device/quantity_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <span>
#include <vector>

#include "costmodel/error.h"

namespace roofline {
namespace {

constexpr double kKibi = 1024.0;
constexpr double kMebi = kKibi * kKibi;
constexpr double kGibi = kMebi * kKibi;
constexpr double kTebi = kGibi * kKibi;

struct UnitFactor {
  std::string_view name;
  double factor;
  bool printed = true;  // false: read, never written
};

// Each table lists the units to write in ascending order.
constexpr UnitFactor kRateUnits[] = {
    {"FLOPS", 1},
    {"kFLOPS", 1e3},
    {"MFLOPS", 1e6},
    {"GFLOPS", 1e9},
    {"TFLOPS", 1e12},
    {"PFLOPS", 1e15},
    {"MFLOP/s", 1e6, false},
    {"GFLOP/s", 1e9, false},
    {"TFLOP/s", 1e12, false},
    {"GOPS", 1e9, false},
    {"TOPS", 1e12, false},
    {"POPS", 1e15, false},
};
constexpr UnitFactor kIntegerRateUnits[] = {{"OPS", 1},    {"kOPS", 1e3},  {"MOPS", 1e6},
                                            {"GOPS", 1e9}, {"TOPS", 1e12}, {"POPS", 1e15}};
constexpr UnitFactor kBandwidthUnits[] = {
    {"B/s", 1},
    {"kB/s", 1e3},
    {"MB/s", 1e6},
    {"GB/s", 1e9},
    {"TB/s", 1e12},
    {"KiB/s", kKibi, false},
    {"MiB/s", kMebi, false},
    {"GiB/s", kGibi, false},
    {"TiB/s", kTebi, false},
};
constexpr UnitFactor kSizeUnits[] = {
    {"B", 1},
    {"kB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
    {"KiB", kKibi, false},
    {"MiB", kMebi, false},
    {"GiB", kGibi, false},
    {"TiB", kTebi, false},
};
constexpr UnitFactor kBinarySizeUnits[] = {
    {"B", 1}, {"KiB", kKibi}, {"MiB", kMebi}, {"GiB", kGibi}, {"TiB", kTebi}};
constexpr UnitFactor kFrequencyUnits[] = {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};
constexpr UnitFactor kTimeUnits[] = {
    {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"\u00b5s", 1e-6, false}};
constexpr UnitFactor kPowerUnits[] = {{"mW", 1e-3}, {"W", 1}, {"kW", 1e3}};
constexpr UnitFactor kBitRateUnits[] = {{"Mbit/s", 1e6},      {"Gbit/s", 1e9},
                                        {"Mbps", 1e6, false}, {"Gbps", 1e9, false},
                                        {"MT/s", 1e6, false}, {"GT/s", 1e9, false}};

absl::Status Refused(std::string_view text, std::string_view problem, std::string_view example,
                     std::span<const UnitFactor> units) {
  std::vector<std::string_view> names;
  for (const UnitFactor& unit : units) names.push_back(unit.name);
  const std::string shown =
      text.size() > 40 ? fmt::format("{}...", text.substr(0, 40)) : std::string(text);
  return Error(Reason::kInvalidArgument,
               fmt::format("'{}': {}; write a number and a unit, e.g. '{}' (units: {})", shown,
                           problem, example, fmt::join(names, ", ")));
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

template <class Q>
absl::StatusOr<Q> Parse(std::string_view text, std::string_view example,
                        std::span<const UnitFactor> units) {
  const std::string_view trimmed = Trim(text);
  double number = 0;
  const auto [end, error] =
      std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), number);
  if (error == std::errc::result_out_of_range) {
    return Refused(text, "the number is out of range", example, units);
  }
  if (error != std::errc()) return Refused(text, "no number", example, units);
  if (!std::isfinite(number)) return Refused(text, "not a finite number", example, units);
  if (number <= 0) return Refused(text, "must be above zero", example, units);
  const std::string_view name = Trim(trimmed.substr(static_cast<size_t>(end - trimmed.data())));
  if (name.empty()) return Refused(text, "the unit is missing", example, units);
  for (const UnitFactor& unit : units) {
    if (unit.name != name) continue;
    const double value = number * unit.factor;
    if (!std::isfinite(value) || value <= 0) {
      return Refused(text, "the number is out of range", example, units);
    }
    return Q(value);
  }
  return Refused(text, fmt::format("unknown unit '{}'", name.substr(0, 20)), example, units);
}

std::string Print(double value, std::span<const UnitFactor> units) {
  const UnitFactor* best = nullptr;
  for (const UnitFactor& unit : units) {
    if (!unit.printed) continue;
    // 999.9999 would print as 1000: compare what will be shown.
    if (best == nullptr || std::abs(value) >= unit.factor * (1 - 5e-7)) best = &unit;
  }
  return fmt::format("{:.6g} {}", value / best->factor, best->name);
}

}  // namespace

absl::StatusOr<FlopsPerSecond> ParseFlopsPerSecond(std::string_view text) {
  return Parse<FlopsPerSecond>(text, "10.6 TFLOPS", kRateUnits);
}
absl::StatusOr<BytesPerSecond> ParseBytesPerSecond(std::string_view text) {
  return Parse<BytesPerSecond>(text, "484 GB/s", kBandwidthUnits);
}
absl::StatusOr<Bytes> ParseBytes(std::string_view text) {
  return Parse<Bytes>(text, "11 GB", kSizeUnits);
}
absl::StatusOr<Hertz> ParseHertz(std::string_view text) {
  return Parse<Hertz>(text, "2.3 GHz", kFrequencyUnits);
}
absl::StatusOr<Seconds> ParseSeconds(std::string_view text) {
  return Parse<Seconds>(text, "30.656 ms", kTimeUnits);
}
absl::StatusOr<Watts> ParseWatts(std::string_view text) {
  return Parse<Watts>(text, "250 W", kPowerUnits);
}
absl::StatusOr<BitsPerSecond> ParseBitsPerSecond(std::string_view text) {
  return Parse<BitsPerSecond>(text, "11 Gbit/s", kBitRateUnits);
}

std::string QuantityText(FlopsPerSecond rate) { return Print(rate.value(), kRateUnits); }
std::string RateText(FlopsPerSecond rate, Precision precision) {
  return IsInteger(precision) ? Print(rate.value(), kIntegerRateUnits) : QuantityText(rate);
}
std::string QuantityText(BytesPerSecond bandwidth) {
  return Print(bandwidth.value(), kBandwidthUnits);
}
std::string QuantityText(Bytes size) {
  const std::string decimal = Print(size.value(), kSizeUnits);
  const std::string binary = Print(size.value(), kBinarySizeUnits);
  const auto exact = ParseBytes(binary);
  return binary.size() < decimal.size() && exact.ok() && *exact == size ? binary : decimal;
}
std::string QuantityText(Hertz frequency) { return Print(frequency.value(), kFrequencyUnits); }
std::string QuantityText(Seconds time) { return Print(time.value(), kTimeUnits); }
std::string QuantityText(Watts power) { return Print(power.value(), kPowerUnits); }
std::string QuantityText(BitsPerSecond rate) { return Print(rate.value(), kBitRateUnits); }

}  // namespace roofline
