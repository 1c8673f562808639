#ifndef ROOFLINE_COSTMODEL_EXACT_DOUBLE_H_
#define ROOFLINE_COSTMODEL_EXACT_DOUBLE_H_

namespace roofline {

// 2^53: up to it every whole number is a double; beyond it doubles skip some.
inline constexpr double kExactDouble = 9007199254740992.0;

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EXACT_DOUBLE_H_
