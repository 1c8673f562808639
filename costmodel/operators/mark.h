#ifndef ROOFLINE_COSTMODEL_OPERATORS_MARK_H_
#define ROOFLINE_COSTMODEL_OPERATORS_MARK_H_

#include <cstdint>
#include <string_view>

namespace roofline {

// How far a shape, value or cost can be trusted, best first.
enum class Mark : uint8_t {
  kExact,    // what a run will see
  kBounded,  // depends on data; this is the upper bound
  kAssumed,  // rests on a stated assumption (a trip count given by option, a scaled Reshape target)
  kUnknown,  // no rule, or an operand is unknown
};

std::string_view MarkName(Mark mark);  // "exact", "bounded", "assumed", "unknown"
inline Mark Worst(Mark a, Mark b) { return a < b ? b : a; }

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_MARK_H_
