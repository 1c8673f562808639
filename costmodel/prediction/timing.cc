#include "costmodel/prediction/timing.h"

#include <algorithm>
#include <optional>

namespace roofline {
namespace {

Seconds TimeOf(Count operations, double flops_each, FlopsPerSecond rate) {
  return Flops(flops_each * static_cast<double>(operations.value())) / rate;
}

}  // namespace

std::string_view BoundName(Bound bound) {
  switch (bound) {
    case Bound::kNone:
      return "none";
    case Bound::kCompute:
      return "compute";
    case Bound::kMemory:
      return "memory";
  }
  return "none";
}

Bound WorkTime::bound() const {
  if (serial == Seconds(0)) return Bound::kNone;
  return compute > transfer ? Bound::kCompute : Bound::kMemory;
}

WorkTime& WorkTime::operator+=(const WorkTime& other) {
  compute += other.compute;
  transfer += other.transfer;
  floor += other.floor;
  serial += other.serial;
  return *this;
}

WorkTime DeviceTimer::Time(const Work& work, Count times) {
  const Work total = work * times;
  const Precision precision = PrecisionOf(work.math).value_or(Precision::kFp32);
  WorkTime time;
  if (total.macs != Count(0)) time.compute += TimeOf(total.macs, 2, MacRate(precision));
  if (total.fmas != Count(0)) time.compute += TimeOf(total.fmas, 2, VectorRate(precision));
  if (const Count single = total.arithmetic + total.comparisons; single != Count(0)) {
    time.compute += TimeOf(single, 1, SingleRate(precision));
  }
  if (total.integer_ops != Count(0))
    time.compute += TimeOf(total.integer_ops, 1, SingleRate(Precision::kFp32));
  if (total.transcendentals != Count(0)) {
    time.compute += TimeOf(total.transcendentals, 1, TranscendentalRate(precision));
  }
  const Count bytes = total.TotalRead() + total.TotalWritten();
  time.transfer = Bytes(static_cast<double>(bytes.value())) / profile_.DramBandwidth();
  time.floor = std::max(time.compute, time.transfer);
  time.serial = time.compute + time.transfer;
  return time;
}

FlopsPerSecond DeviceTimer::MacRate(Precision precision) {
  const std::optional<RateChoice> choice = ChooseRate(profile_, precision);
  if (!choice) return FlopsPerSecond(1);  // a profile without any peak does not pass its reader
  if (!choice->fallback.empty() &&
      std::find(warnings_.begin(), warnings_.end(), choice->fallback) == warnings_.end()) {
    warnings_.push_back(choice->fallback);
  }
  return Use(choice->unit, choice->precision, choice->rate);
}

FlopsPerSecond DeviceTimer::VectorRate(Precision precision) {
  for (const Precision candidate : {precision, Precision::kFp32}) {
    if (const auto rate = profile_.Peak(candidate, Unit::kVector))
      return Use(Unit::kVector, candidate, *rate);
  }
  return MacRate(precision);  // a matrix unit alone: it does the multiply-adds too
}

FlopsPerSecond DeviceTimer::SingleRate(Precision precision) {
  for (const Precision candidate : {precision, Precision::kFp32}) {
    if (const auto rate = profile_.VectorNonFmaRate(candidate))
      return Use(Unit::kNonFma, candidate, *rate);
  }
  return MacRate(precision);
}

FlopsPerSecond DeviceTimer::TranscendentalRate(Precision precision) {
  for (const Precision candidate : {precision, Precision::kFp32}) {
    if (const auto rate = profile_.TranscendentalRate(candidate))
      return Use(Unit::kTranscendental, candidate, *rate);
  }
  return SingleRate(precision);
}

FlopsPerSecond DeviceTimer::Use(Unit unit, Precision precision, FlopsPerSecond rate) {
  const auto same = [&](const UsedRate& used) {
    return used.unit == unit && used.precision == precision;
  };
  if (std::none_of(used_rates_.begin(), used_rates_.end(), same))
    used_rates_.push_back({unit, precision, rate});
  return rate;
}

}  // namespace roofline
