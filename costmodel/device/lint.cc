#include "costmodel/device/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "costmodel/device/device_name.h"
#include "costmodel/device/for_each_number.h"
#include "costmodel/device/lint_memory.h"
#include "costmodel/device/lint_report.h"

namespace roofline {
namespace {

void CheckSources(const DeviceProfile& profile, LintReport& report) {
  ForEachNumber(profile, [&](const ProfileNumber& number) {
    if (number.line == 0 || !number.source.empty()) return;
    report.Warn(
        number.key, number.file, number.line,
        "no source; add 'source: KEY' here or above, and 'KEY: where that is' to 'sources'");
  });
}

// What hardware of 2010 to 2030 can be, by the beginning of the key. Generous: meant for slips of a
// prefix or a unit.
struct Range {
  std::string_view key;
  double low;
  double high;
  std::string_view expected;
};
constexpr std::array kRanges = {
    Range{"compute.clocks", 50e6, 10e9, "50 MHz .. 10 GHz"},
    Range{"compute.peak", 1e8, 1e17, "0.1 GFLOPS .. 100 PFLOPS"},
    Range{"memory.size", 1e6, 2e13, "1 MB .. 20 TB"},
    Range{"memory.bandwidth", 1e8, 1e14, "0.1 GB/s .. 100 TB/s"},
    Range{"memory.measured_bandwidth", 1e8, 1e14, "0.1 GB/s .. 100 TB/s"},
    Range{"memory.core_bandwidth", 1e8, 1e12, "0.1 GB/s .. 1 TB/s"},
    Range{"memory.data_rate", 1e8, 1e11, "0.1 .. 100 Gbit/s"},
    Range{"host_link", 1e8, 1e13, "0.1 GB/s .. 10 TB/s"},
    Range{"overheads", 1e-9, 1, "1 ns .. 1 s"},
    Range{"tdp", 0.1, 1e5, "0.1 W .. 100 kW"},
};

void CheckRanges(const DeviceProfile& profile, LintReport& report) {
  ForEachNumber(profile, [&](const ProfileNumber& number) {
    for (const Range& range : kRanges) {
      if (!number.key.starts_with(range.key)) continue;
      if (number.value >= range.low && number.value <= range.high) return;
      report.Add(number.key, number.file, number.line,
                 fmt::format("{} is not plausible; expected {}", number.text, range.expected));
      return;
    }
  });
}

bool IsPowerOfTwo(double ratio) {
  const double exponent = std::round(std::log2(ratio));
  return std::abs(ratio / std::exp2(exponent) - 1) <= kLintTolerance;
}

// The format that the others of a unit are multiples of.
const PeakRate* ReferencePeak(const DeviceProfile& profile, Unit unit) {
  for (const Precision precision :
       {Precision::kFp32, Precision::kBf16, Precision::kFp16, Precision::kInt8}) {
    if (unit == Unit::kMatrix && precision == Precision::kFp32) continue;
    if (const PeakRate* peak = profile.FindPeak(precision, unit)) return peak;
  }
  return nullptr;
}

void CheckRatio(const PeakRate& peak, const PeakRate& reference, LintReport& report) {
  const double ratio = peak.rate.value / reference.rate.value;
  const bool measured = peak.rate.basis == "measured" || reference.rate.basis == "measured";
  if (measured || IsPowerOfTwo(ratio) || !peak.rate.reason.empty()) return;
  report.Add(PeakKey(peak), peak.rate,
             fmt::format("{} is {:.3g} x {} ({}); expected a power of two, or a 'reason'",
                         RateText(peak.rate.value, peak.precision), ratio, PeakKey(reference),
                         RateText(reference.rate.value, reference.precision)));
}

void CheckRatios(const DeviceProfile& profile, LintReport& report) {
  const PeakRate* vector = profile.FindPeak(Precision::kFp32, Unit::kVector);
  for (const Unit unit : {Unit::kVector, Unit::kMatrix}) {
    const PeakRate* reference = ReferencePeak(profile, unit);
    if (reference == nullptr) continue;
    for (const PeakRate& peak : profile.compute.peaks) {
      if (peak.unit == unit && &peak != reference) CheckRatio(peak, *reference, report);
    }
    // Matrix units next to vector units of the same cores run at their clock.
    if (unit == Unit::kMatrix && vector != nullptr) CheckRatio(*reference, *vector, report);
  }
}

// The fastest 16-bit matrix rate, in whatever its sums are kept; nullopt without one.
std::optional<FlopsPerSecond> HalfPrecisionRate(const DeviceProfile& profile) {
  std::optional<FlopsPerSecond> fastest;
  for (const Precision precision : {Precision::kFp16, Precision::kBf16}) {
    const PeakRate* peak = profile.FindPeak(precision, Unit::kMatrix);
    if (peak == nullptr) continue;
    fastest = std::max(fastest.value_or(peak->rate.value), peak->rate.value);
    if (!peak->fp16_accumulate_rate.has_value()) continue;
    fastest = std::max(*fastest, peak->fp16_accumulate_rate->value);
  }
  return fastest;
}

// Half the bits at most double the dense rate; four times is a sparse figure.
void CheckSparsity(const DeviceProfile& profile, LintReport& report) {
  const auto half = HalfPrecisionRate(profile);
  if (!half.has_value()) return;
  for (const PeakRate& peak : profile.compute.peaks) {
    if (peak.unit != Unit::kMatrix || BitsOf(peak.precision) >= 16) continue;
    const double limit = 16.0 / BitsOf(peak.precision);
    const double ratio = peak.rate.value / *half;
    if (ratio <= limit * (1 + kLintTolerance) || !peak.rate.reason.empty()) continue;
    report.Add(
        PeakKey(peak), peak.rate,
        fmt::format("{:.3g} x the 16-bit rate, more than the {:.0f} x of its width; a sparse "
                    "figure? State the dense one, or a 'reason'",
                    ratio, limit));
  }
}

void CheckMatrixPeak(const DeviceProfile& profile, LintReport& report) {
  const auto derived = profile.DerivedMatrixPeak();
  const PeakRate* peak = profile.FindPeak(Precision::kFp16, Unit::kMatrix);
  if (peak == nullptr) peak = profile.FindPeak(Precision::kBf16, Unit::kMatrix);
  if (!derived.has_value() || peak == nullptr || !peak->rate.reason.empty()) return;
  const FlopsPerSecond stated =
      peak->fp16_accumulate_rate.has_value() ? peak->fp16_accumulate_rate->value : peak->rate.value;
  const double difference = *derived / stated - 1;
  if (std::abs(difference) <= kLintTolerance) return;
  report.Add(PeakKey(*peak), peak->rate,
             fmt::format("{} is stated but matrix units and clock give {} dense ({:+.1f} %); "
                         "correct one of them or give a 'reason'",
                         QuantityText(stated), QuantityText(*derived), 100 * difference));
}

// A tensor-core figure where the rate of the plain lanes belongs.
void CheckTensorRate(const DeviceProfile& profile, LintReport& report) {
  const auto half = HalfPrecisionRate(profile);
  const PeakRate* fp32 = profile.FindPeak(Precision::kFp32, Unit::kVector);
  if (!half.has_value() || fp32 == nullptr || !fp32->rate.reason.empty()) return;
  if (fp32->rate.value < *half) return;
  report.Add(PeakKey(*fp32), fp32->rate,
             fmt::format("{} is no less than the 16-bit matrix rate {}; the rate of a matrix unit? "
                         "State that of the vector unit, or a 'reason'",
                         QuantityText(fp32->rate.value), QuantityText(*half)));
}

void CheckNonFma(const DeviceProfile& profile, LintReport& report) {
  for (const PeakRate& peak : profile.compute.peaks) {
    if (peak.unit != Unit::kNonFma && peak.unit != Unit::kTranscendental) continue;
    const PeakRate* fma = profile.FindPeak(peak.precision, Unit::kVector);
    if (fma == nullptr || peak.rate.value <= fma->rate.value) continue;
    report.Add(PeakKey(peak), peak.rate,
               fmt::format("{} is above the FMA peak {}", QuantityText(peak.rate.value),
                           QuantityText(fma->rate.value)));
  }
}

// A clock that is said to be the lower of two must not be the higher.
void CheckClocks(const DeviceProfile& profile, LintReport& report) {
  const Clock* base = nullptr;
  for (const Clock& clock : profile.compute.clocks) {
    if (clock.basis == ClockBasis::kBase) base = &clock;
    if (clock.basis != ClockBasis::kBoost || base == nullptr) continue;
    if (clock.frequency.value >= base->frequency.value) continue;
    report.Add("compute.clocks.boost", clock.frequency,
               fmt::format("{} is below the base clock {}", QuantityText(clock.frequency.value),
                           QuantityText(base->frequency.value)));
  }
  if (profile.compute.clocks.size() > 1 && !profile.compute.peak_clock.has_value()) {
    report.Add("compute.peak_clock", profile.compute.clocks[0].frequency,
               "several clocks; say which of them the peaks stand for");
  }
}

}  // namespace

Findings LintProfile(const DeviceProfile& profile) {
  LintReport report(profile);
  CheckSources(profile, report);
  CheckRanges(profile, report);
  CheckClocks(profile, report);
  CheckRatios(profile, report);
  CheckSparsity(profile, report);
  CheckMatrixPeak(profile, report);
  CheckNonFma(profile, report);
  CheckTensorRate(profile, report);
  LintMemory(profile, report);
  return report.Take();
}

namespace {

// The figures of cards are those most often mixed up: each needs what it can be checked against.
void ExpectFactors(const DeviceProfile& profile, LintReport& report) {
  const Memory& memory = profile.memory;
  if (memory.bandwidth.reason.empty() &&
      (!memory.bus_width.has_value() || !memory.data_rate.has_value())) {
    report.Add("memory.bandwidth", memory.bandwidth,
               "state bus_width and data_rate beside it, or a 'reason'");
  }
  const bool matrix = HalfPrecisionRate(profile).has_value();
  if (matrix && !profile.compute.matrix_fma_per_core.has_value()) {
    report.Add("compute.matrix_fma_per_core", profile.file, 1,
               "missing; matrix peaks are checked against it");
  }
  if (!profile.DerivedPeak().has_value()) {
    report.Add("compute", profile.file, 1,
               "state cores, fma_units_per_core, simd_lanes and the clock of the peak");
  }
}

}  // namespace

Findings LintCatalogEntry(const DeviceProfile& profile) {
  LintReport report(profile);
  const std::string stem = std::filesystem::path(profile.file).stem().string();
  const auto expect = [&](bool good, std::string key, std::string message) {
    if (!good) report.Add(std::move(key), profile.file, 1, std::move(message));
  };
  expect(profile.id == stem, "id",
         fmt::format("'{}'; expected '{}', as the file is called", profile.id, stem));
  expect(profile.name != profile.id, "name", "missing; write the name the vendor sells it by");
  expect(!profile.vendor.empty(), "vendor", "missing");
  expect(!profile.architecture.empty(), "architecture", "missing");
  expect(profile.year.has_value() && *profile.year >= 2000, "year", "missing, or before 2000");
  if (profile.kind == DeviceKind::kGpu && profile.extends.empty()) {
    ExpectFactors(profile, report);
  }
  expect(profile.verified || !profile.note.empty() || !profile.extends.empty(), "note",
         "missing; say what is not verified");
  return report.Take();
}

Findings LintUniqueNames(const std::vector<ProfilePtr>& profiles) {
  Findings findings;
  std::map<std::string, std::string> owner;  // normal name -> id
  for (const ProfilePtr& profile : profiles) owner.emplace(NormalName(profile->id), profile->id);
  for (const ProfilePtr& profile : profiles) {
    std::vector<std::string> names = profile->aliases;
    names.push_back(profile->name);
    for (const std::string& name : names) {
      const auto [entry, added] = owner.emplace(NormalName(name), profile->id);
      if (entry->second == profile->id) continue;
      findings.push_back({Severity::kError, profile->file, 1, "aliases",
                          fmt::format("'{}' also names {}; drop one", name, entry->second)});
    }
  }
  return findings;
}

}  // namespace roofline
