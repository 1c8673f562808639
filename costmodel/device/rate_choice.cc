#include <fmt/format.h>

#include <span>

#include "costmodel/device/profile.h"

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

// Keeps the faster of `best` and the rates of `precision` on its two units.
void Consider(const DeviceProfile& profile, Precision precision, std::optional<RateChoice>& best) {
  for (const Unit unit : {Unit::kMatrix, Unit::kVector}) {
    const auto rate = profile.Peak(precision, unit);
    if (!rate.has_value() || (best.has_value() && best->rate >= *rate)) continue;
    best = RateChoice{*rate, unit, precision, ""};
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
