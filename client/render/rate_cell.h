#ifndef ROOFLINE_CLIENT_RENDER_RATE_CELL_H_
#define ROOFLINE_CLIENT_RENDER_RATE_CELL_H_

#include <string_view>

#include "client/render/cell.h"

namespace roofline {

// A rate of the number format `precision`, "fp32" or "int8": FLOPS, or OPS where the operations are
// on integers.
Cell RateCell(std::string_view precision, double operations_per_second);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_RATE_CELL_H_
