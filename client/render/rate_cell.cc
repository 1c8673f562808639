#include "client/render/rate_cell.h"

#include <optional>

#include "costmodel/device/precision.h"

namespace roofline {

Cell RateCell(std::string_view precision, double operations_per_second) {
  const std::optional<Precision> format = PrecisionFromName(precision);
  return format && IsInteger(*format) ? Cell::IntegerRate(operations_per_second)
                                      : Cell::Rate(operations_per_second);
}

}  // namespace roofline
