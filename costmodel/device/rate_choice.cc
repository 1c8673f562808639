#include <fmt/format.h>

#include <span>
#include <utility>

#include "costmodel/device/profile.h"
#include "costmodel/device/quantity_text.h"

namespace roofline {
namespace {

using enum Precision;

// Formats that hold every value of `precision`, and so can stand in for it without loss.
std::span<const Precision> WiderThan(Precision precision) {
  static constexpr Precision kForTf32[] = {kFp32};
  static constexpr Precision kForHalf[] = {kTf32, kFp32};
  static constexpr Precision kForBf16[] = {kTf32, kFp32};
  static constexpr Precision kForEight[] = {kFp16, kBf16, kTf32, kFp32};
  static constexpr Precision kForFp4[] = {kFp8, kFp16, kBf16, kFp32};
  static constexpr Precision kForInt4[] = {kInt8, kFp16, kBf16, kFp32};
  switch (precision) {
    case kTf32:
      return kForTf32;
    case kFp16:
      return kForHalf;
    case kBf16:
      return kForBf16;
    case kFp8:
    case kInt8:
      return kForEight;
    case kFp4:
      return kForFp4;
    case kInt4:
      return kForInt4;
    default:
      return {};
  }
}

// What a device without a wide enough format does instead, most precise first.
constexpr Precision kNarrower[] = {kFp32, kTf32, kBf16, kFp16, kInt8, kFp8, kInt4, kFp4};

// The rate on one unit; where sums in fp16 make it faster, that one: inference runtimes take it,
// and nothing may beat a peak.
std::optional<RateChoice> OnUnit(const DeviceProfile& profile, Precision precision, Unit unit) {
  const PeakRate* peak = profile.FindPeak(precision, unit);
  if (peak == nullptr) return std::nullopt;
  const FlopsPerSecond rate = *profile.Peak(precision, unit);
  RateChoice choice{rate, unit, precision, ""};
  if (!peak->fp16_accumulate_rate || peak->fp16_accumulate_rate->value <= peak->rate.value)
    return choice;
  choice.rate = rate * (peak->fp16_accumulate_rate->value / peak->rate.value);
  choice.fallback =
      fmt::format("{} products at the rate of sums in fp16, {}; with sums in fp32 it is {}",
                  PrecisionName(precision), QuantityText(choice.rate), QuantityText(rate));
  return choice;
}

// Keeps the faster of `best` and the rates of `precision` on its two units.
void Consider(const DeviceProfile& profile, Precision precision, std::optional<RateChoice>& best) {
  for (const Unit unit : {Unit::kMatrix, Unit::kVector}) {
    auto choice = OnUnit(profile, precision, unit);
    if (choice && (!best || best->rate < choice->rate)) best = std::move(choice);
  }
}

}  // namespace

std::optional<RateChoice> ChooseRate(const DeviceProfile& profile, Precision precision) {
  std::optional<RateChoice> best;
  Consider(profile, precision, best);
  const bool own_rate = best.has_value();
  for (const Precision wider : WiderThan(precision)) Consider(profile, wider, best);
  if (best.has_value() && best->precision != precision) {
    best->fallback = fmt::format("{} {} rate: runs as {}", own_rate ? "slow" : "no",
                                 PrecisionName(precision), PrecisionName(best->precision));
  }
  if (best.has_value()) return best;
  for (const Precision narrower : kNarrower) {
    Consider(profile, narrower, best);
    if (!best.has_value()) continue;
    best->fallback = fmt::format("no {} rate: counted at the {} rate, with less precision",
                                 PrecisionName(precision), PrecisionName(best->precision));
    return best;
  }
  return std::nullopt;
}

}  // namespace roofline
