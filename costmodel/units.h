#ifndef ROOFLINE_COSTMODEL_UNITS_H_
#define ROOFLINE_COSTMODEL_UNITS_H_

#include <compare>

namespace roofline {

// A physical quantity in its SI unit. The tag keeps seconds from being added to bytes.
template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_(value) {}

  // The bare number in the SI unit of the tag.
  constexpr double value() const { return value_; }

  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity(a.value_ + b.value_);
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity(a.value_ - b.value_);
  }
  friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value_ / k); }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }
  friend constexpr auto operator<=>(Quantity a, Quantity b) = default;

 private:
  double value_ = 0;
};

using Seconds = Quantity<struct SecondsTag>;
using Bytes = Quantity<struct BytesTag>;
using Flops = Quantity<struct FlopsTag>;  // a count: floating-point operations
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
using FlopsPerSecond =
    Quantity<struct FlopsPerSecondTag>;  // a rate (FLOPS); a fused multiply-add is 2
using Hertz = Quantity<struct HertzTag>;
using FlopsPerByte = Quantity<struct FlopsPerByteTag>;
using Watts = Quantity<struct WattsTag>;

// A rate of zero means "this unit does not exist" and must be ruled out by the caller.
constexpr Seconds operator/(Flops work, FlopsPerSecond rate) {
  return Seconds(work.value() / rate.value());
}
constexpr Seconds operator/(Bytes traffic, BytesPerSecond rate) {
  return Seconds(traffic.value() / rate.value());
}
constexpr FlopsPerByte operator/(FlopsPerSecond peak, BytesPerSecond bandwidth) {
  return FlopsPerByte(peak.value() / bandwidth.value());
}
constexpr FlopsPerByte operator/(Flops work, Bytes traffic) {
  return FlopsPerByte(work.value() / traffic.value());
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_UNITS_H_
