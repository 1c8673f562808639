#include "costmodel/device/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "costmodel/device/for_each_number.h"

namespace roofline {
namespace {

constexpr double kTolerance = 0.03;

// Collects findings about one profile.
class Report {
 public:
  explicit Report(const DeviceProfile& profile) : profile_(profile) {}

  void Add(std::string key, const std::string& file, int line, std::string message) {
    findings_.push_back({Severity::kError, file.empty() ? profile_.file : file, line,
                         std::move(key), std::move(message)});
  }
  void Warn(std::string key, const std::string& file, int line, std::string message) {
    Add(std::move(key), file, line, std::move(message));
    findings_.back().severity = Severity::kWarning;
  }
  template <class T>
  void Add(std::string key, const Sourced<T>& number, std::string message) {
    Add(std::move(key), number.file, number.line, std::move(message));
  }
  Findings Take() { return std::move(findings_); }

 private:
  const DeviceProfile& profile_;
  Findings findings_;
};

void CheckSources(const DeviceProfile& profile, Report& report) {
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
    Range{"memory.data_rate", 1e8, 1e11, "0.1 .. 100 Gbit/s"},
    Range{"caches.", 1024, 4e9, "1 KiB .. 4 GB"},
    Range{"host_link", 1e8, 1e13, "0.1 GB/s .. 10 TB/s"},
    Range{"overheads", 1e-9, 1, "1 ns .. 1 s"},
    Range{"tdp", 0.1, 1e5, "0.1 W .. 100 kW"},
};

void CheckRanges(const DeviceProfile& profile, Report& report) {
  ForEachNumber(profile, [&](const ProfileNumber& number) {
    if (number.key.starts_with("caches.") && !number.key.ends_with(".size")) return;
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
  return std::abs(ratio / std::exp2(exponent) - 1) <= kTolerance;
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

void CheckRatio(const PeakRate& peak, const PeakRate& reference, Report& report) {
  const double ratio = peak.rate.value / reference.rate.value;
  if (IsPowerOfTwo(ratio) || !peak.rate.reason.empty()) return;
  report.Add(PeakKey(peak), peak.rate,
             fmt::format("{} is {:.3g} x {} ({}); expected a power of two, or a 'reason'",
                         QuantityText(peak.rate.value), ratio, PeakKey(reference),
                         QuantityText(reference.rate.value)));
}

void CheckRatios(const DeviceProfile& profile, Report& report) {
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
void CheckSparsity(const DeviceProfile& profile, Report& report) {
  const auto half = HalfPrecisionRate(profile);
  if (!half.has_value()) return;
  for (const PeakRate& peak : profile.compute.peaks) {
    if (peak.unit != Unit::kMatrix || BitsOf(peak.precision) >= 16) continue;
    const double limit = 16.0 / BitsOf(peak.precision);
    const double ratio = peak.rate.value / *half;
    if (ratio <= limit * (1 + kTolerance) || !peak.rate.reason.empty()) continue;
    report.Add(
        PeakKey(peak), peak.rate,
        fmt::format("{:.3g} x the 16-bit rate, more than the {:.0f} x of its width; a sparse "
                    "figure? State the dense one, or a 'reason'",
                    ratio, limit));
  }
}

void CheckMatrixPeak(const DeviceProfile& profile, Report& report) {
  const auto derived = profile.DerivedMatrixPeak();
  const PeakRate* peak = profile.FindPeak(Precision::kFp16, Unit::kMatrix);
  if (peak == nullptr) peak = profile.FindPeak(Precision::kBf16, Unit::kMatrix);
  if (!derived.has_value() || peak == nullptr || !peak->rate.reason.empty()) return;
  const FlopsPerSecond stated =
      peak->fp16_accumulate_rate.has_value() ? peak->fp16_accumulate_rate->value : peak->rate.value;
  const double difference = *derived / stated - 1;
  if (std::abs(difference) <= kTolerance) return;
  report.Add(PeakKey(*peak), peak->rate,
             fmt::format("{} is stated but matrix units and clock give {} dense ({:+.1f} %); "
                         "correct one of them or give a 'reason'",
                         QuantityText(stated), QuantityText(*derived), 100 * difference));
}

void CheckNonFma(const DeviceProfile& profile, Report& report) {
  for (const PeakRate& peak : profile.compute.peaks) {
    if (peak.unit != Unit::kNonFma && peak.unit != Unit::kTranscendental) continue;
    const PeakRate* fma = profile.FindPeak(peak.precision, Unit::kVector);
    if (fma == nullptr || peak.rate.value <= fma->rate.value) continue;
    report.Add(PeakKey(peak), peak.rate,
               fmt::format("{} is above the FMA peak {}", QuantityText(peak.rate.value),
                           QuantityText(fma->rate.value)));
  }
}

void CheckBus(const DeviceProfile& profile, Report& report) {
  const Memory& memory = profile.memory;
  if (!memory.bus_width.has_value() || !memory.data_rate.has_value()) return;
  if (!memory.bandwidth.reason.empty() || memory.bandwidth.basis == "measured") return;
  const BytesPerSecond derived(static_cast<double>(memory.bus_width->value) *
                               memory.data_rate->value.value() / 8);
  const double difference = derived / memory.bandwidth.value - 1;
  if (std::abs(difference) <= kTolerance) return;
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
      return {3, 150, 3000};
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

void CheckRidge(const DeviceProfile& profile, Report& report) {
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

// A clock that is said to be the lower of two must not be the higher.
void CheckClocks(const DeviceProfile& profile, Report& report) {
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
  Report report(profile);
  CheckSources(profile, report);
  CheckRanges(profile, report);
  CheckClocks(profile, report);
  CheckRatios(profile, report);
  CheckSparsity(profile, report);
  CheckMatrixPeak(profile, report);
  CheckNonFma(profile, report);
  CheckBus(profile, report);
  CheckRidge(profile, report);
  return report.Take();
}

Findings LintCatalogEntry(const DeviceProfile& profile) {
  Report report(profile);
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
