#include "costmodel/prediction/kernel_time.h"

#include <algorithm>

namespace roofline {
namespace {

template <class Terms>
auto Longest(const Terms& terms) {
  const auto longest = std::max_element(
      terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.time() < b.time(); });
  return longest == terms.end() ? nullptr : &*longest;
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
    case Bound::kOverhead:
      return "overhead";
  }
  return "none";
}

Interval& Interval::operator+=(const Interval& other) {
  low += other.low;
  typical += other.typical;
  high += other.high;
  return *this;
}

WorkTime& WorkTime::operator+=(const WorkTime& other) {
  compute += other.compute;
  transfer += other.transfer;
  floor += other.floor;
  serial += other.serial;
  overhead += other.overhead;
  expected += other.expected;
  double_bandwidth += other.double_bandwidth;
  double_peak += other.double_peak;
  return *this;
}

Bound WorkTime::bound() const {
  if (serial == Seconds(0)) return Bound::kNone;
  if (overhead > floor) return Bound::kOverhead;
  return compute > transfer ? Bound::kCompute : Bound::kMemory;
}

const ComputeTerm* KernelTime::longest_compute() const { return Longest(compute); }
const TransferTerm* KernelTime::longest_transfer() const { return Longest(transfer); }

}  // namespace roofline
