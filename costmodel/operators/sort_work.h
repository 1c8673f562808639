#ifndef ROOFLINE_COSTMODEL_OPERATORS_SORT_WORK_H_
#define ROOFLINE_COSTMODEL_OPERATORS_SORT_WORK_H_

#include <bit>
#include <cstdint>

#include "costmodel/count.h"

namespace roofline {

// ceil(log2(n)): comparisons that place one element among n sorted ones by halving; 0 for n <= 1.
inline int64_t CeilLog2(int64_t n) {
  return n <= 1 ? 0 : std::bit_width(static_cast<uint64_t>(n - 1));
}

// Model of a comparison sort (Knuth, The Art of Computer Programming 3, 5.3.1: binary insertion):
// n * ceil(log2(n)) comparisons.
inline Count SortComparisons(Count n) { return n.ok() ? n * CeilLog2(n.value()) : n; }

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_SORT_WORK_H_
