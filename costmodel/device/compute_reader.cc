#include "costmodel/device/compute_reader.h"

#include <fmt/format.h>

#include <cmath>

#include "costmodel/nearest.h"

namespace roofline {
namespace {

constexpr int64_t kMaxCores = 1'000'000;
constexpr double kPeakTolerance = 0.03;

void ReadClocks(MapReader& compute, Compute& out) {
  if (auto clocks = compute.TakeMap("clocks")) {
    for (int i = 0; i <= static_cast<int>(ClockBasis::kMeasured); ++i) {
      const auto basis = static_cast<ClockBasis>(i);
      if (auto clock = clocks->TakeQuantity(ClockBasisName(basis), &ParseHertz)) {
        clock->basis = ClockBasisName(basis);
        out.clocks.push_back({basis, *std::move(clock)});
      }
    }
    clocks->Finish();
  }
  const YamlNode* choice = compute.Take("peak_clock");
  if (choice == nullptr) return;
  out.peak_clock = ClockBasisFromName(choice->scalar);
  for (const Clock& clock : out.clocks) {
    if (out.peak_clock == clock.basis) return;
  }
  out.peak_clock.reset();
  compute.Report(choice->line, "peak_clock",
                 fmt::format("'{}' is not one of the clocks above", choice->scalar.substr(0, 40)));
}

std::optional<Precision> TakeAccumulate(MapReader& number) {
  const auto name = number.TakeText("accumulate");
  if (!name.has_value()) return std::nullopt;
  const auto precision = PrecisionFromName(*name);
  if (!precision.has_value() && *name != "int32") {
    number.Report(number.node().Find("accumulate")->line, "accumulate",
                  fmt::format("'{}': expected fp16, fp32 or int32", *name));
  }
  return precision;
}

// One rate: "10.6 TFLOPS", or a map that may also say what products are summed in.
void ReadPeak(MapReader& unit_map, Unit unit, Precision precision, Compute& out) {
  const std::string_view key = PrecisionName(precision);
  const YamlNode* node = unit_map.node().Find(key);
  PeakRate peak{.unit = unit, .precision = precision};
  if (node == nullptr || node->kind != YamlNode::Kind::kMap) {
    if (auto rate = unit_map.TakeQuantity(key, &ParseFlopsPerSecond)) {
      peak.rate = *std::move(rate);
      out.peaks.push_back(std::move(peak));
    }
    return;
  }
  std::optional<MapReader> number = unit_map.TakeMap(key);
  peak.accumulate = TakeAccumulate(*number);
  peak.fp16_accumulate_rate = number->TakeQuantity("fp16_accumulate", &ParseFlopsPerSecond);
  auto rate = number->AsQuantity(&ParseFlopsPerSecond);
  number->Finish();
  if (!rate.has_value()) return;
  peak.rate = *std::move(rate);
  out.peaks.push_back(std::move(peak));
}

// `peak: 10.6 TFLOPS` states the fp32 vector peak alone.
void ReadPlainPeak(MapReader& map, Compute& out) {
  if (auto rate = map.TakeQuantity("peak", &ParseFlopsPerSecond)) {
    out.peaks.push_back(PeakRate{.rate = *std::move(rate)});
  }
}

void ReadPeaks(MapReader& compute, Compute& out) {
  const YamlNode* node = compute.node().Find("peak");
  if (node == nullptr || node->kind != YamlNode::Kind::kMap) return ReadPlainPeak(compute, out);
  std::optional<MapReader> peak = compute.TakeMap("peak");
  for (const Unit unit : kAllUnits) {
    std::optional<MapReader> unit_map = peak->TakeMap(UnitName(unit));
    if (!unit_map.has_value()) continue;
    for (const Precision precision : kAllPrecisions) ReadPeak(*unit_map, unit, precision, out);
    unit_map->Finish();
  }
  peak->Finish();
}

// The four numbers a short profile may state at the top level.
void ReadShortForm(MapReader& root, Compute& out) {
  ReadPlainPeak(root, out);
  if (auto units = root.TakeInteger("fma_units", int64_t{1} << 32)) out.fma_units = units;
  if (auto clock = root.TakeQuantity("clock", &ParseHertz)) {
    out.clocks.push_back({ClockBasis::kBase, *std::move(clock)});
  }
}

void CheckAgainstDerived(const DeviceProfile& profile, FlopsPerSecond derived, const PeakRate& peak,
                         Findings& findings) {
  const double difference = derived / peak.rate.value - 1;
  if (std::abs(difference) <= kPeakTolerance || !peak.rate.reason.empty()) return;
  findings.push_back(
      {Severity::kError, peak.rate.file.empty() ? profile.file : peak.rate.file, peak.rate.line,
       "compute.peak.vector.fp32",
       fmt::format("{} is stated but units and clock give {} ({:+.1f} %); correct one of them or "
                   "give a 'reason'",
                   QuantityText(peak.rate.value), QuantityText(derived), 100 * difference)});
}

void ScaleInherited(const DeviceProfile& base, DeviceProfile& profile) {
  const auto before = base.DerivedPeak();
  const auto now = profile.DerivedPeak();
  const double scale = before.has_value() && now.has_value() ? *now / *before : 1;
  for (PeakRate& peak : profile.compute.peaks) {
    const PeakRate* inherited = base.FindPeak(peak.precision, peak.unit);
    if (peak.rate.file == profile.file || inherited == nullptr) continue;
    peak.rate.value = inherited->rate.value * scale;
    if (!peak.fp16_accumulate_rate.has_value() || !inherited->fp16_accumulate_rate.has_value()) {
      continue;
    }
    peak.fp16_accumulate_rate->value = inherited->fp16_accumulate_rate->value * scale;
  }
}

}  // namespace

void ReadCompute(MapReader& root, DeviceProfile& profile) {
  Compute& out = profile.compute;
  ReadShortForm(root, out);
  std::optional<MapReader> compute = root.TakeMap("compute");
  if (!compute.has_value()) return;
  if (auto sockets = compute->TakeInteger("sockets", 1024)) out.sockets = *std::move(sockets);
  out.cores = compute->TakeInteger("cores", kMaxCores);
  out.fma_units_per_core = compute->TakeInteger("fma_units_per_core", kMaxCores);
  out.simd_lanes = compute->TakeInteger("simd_lanes", 4096);
  out.matrix_fma_per_core = compute->TakeInteger("matrix_fma_per_core", kMaxCores);
  ReadClocks(*compute, out);
  ReadPeaks(*compute, out);
  compute->Finish();
}

void SettlePeaks(const DeviceProfile* base, DeviceProfile& profile, Findings& findings) {
  if (base != nullptr) ScaleInherited(*base, profile);
  const auto derived = profile.DerivedPeak();
  if (!derived.has_value()) return;
  if (const PeakRate* stated = profile.FindPeak(Precision::kFp32, Unit::kVector)) {
    CheckAgainstDerived(profile, *derived, *stated, findings);
    return;
  }
  PeakRate peak{.derived = true};
  peak.rate.value = *derived;
  peak.rate.basis = "derived";
  peak.rate.file = profile.file;
  profile.compute.peaks.push_back(std::move(peak));
}

}  // namespace roofline
