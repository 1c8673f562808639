#ifndef ROOFLINE_COSTMODEL_COUNT_H_
#define ROOFLINE_COSTMODEL_COUNT_H_

#include <algorithm>
#include <cstdint>

namespace roofline {

// A non-negative int64 count (elements, bytes, operations) that remembers overflow: once a result
// does not fit, or would be negative, the count and everything computed from it is not ok(). Rules
// stay plain arithmetic and are checked once at the end.
class Count {
 public:
  constexpr Count() = default;
  constexpr Count(int64_t value)
      : value_(value < 0 ? kOverflow : value) {}  // NOLINT: implicit by design

  constexpr bool ok() const { return value_ >= 0; }
  // The number; -1 when not ok().
  constexpr int64_t value() const { return value_; }

  friend constexpr Count operator+(Count a, Count b) {
    int64_t r = 0;
    return a.ok() && b.ok() && !__builtin_add_overflow(a.value_, b.value_, &r) ? Count(r)
                                                                               : Overflow();
  }
  friend constexpr Count operator-(Count a, Count b) {
    return a.ok() && b.ok() ? Count(a.value_ - b.value_) : Overflow();
  }
  friend constexpr Count operator*(Count a, Count b) {
    int64_t r = 0;
    return a.ok() && b.ok() && !__builtin_mul_overflow(a.value_, b.value_, &r) ? Count(r)
                                                                               : Overflow();
  }
  // Whole-number quotient; dividing by zero is not ok().
  friend constexpr Count operator/(Count a, Count b) {
    return a.ok() && b.ok() && b.value_ != 0 ? Count(a.value_ / b.value_) : Overflow();
  }
  constexpr Count& operator+=(Count other) { return *this = *this + other; }
  constexpr Count& operator*=(Count other) { return *this = *this * other; }
  friend constexpr bool operator==(Count a, Count b) = default;

  static constexpr Count Overflow() {
    Count c;
    c.value_ = kOverflow;
    return c;
  }

 private:
  static constexpr int64_t kOverflow = -1;
  int64_t value_ = 0;
};

constexpr Count Max(Count a, Count b) {
  return a.ok() && b.ok() ? Count(std::max(a.value(), b.value())) : Count::Overflow();
}
constexpr Count Min(Count a, Count b) {
  return a.ok() && b.ok() ? Count(std::min(a.value(), b.value())) : Count::Overflow();
}
// a / b rounded up.
constexpr Count CeilDiv(Count a, Count b) { return (a + b - Count(1)) / b; }

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_COUNT_H_
