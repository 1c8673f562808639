#ifndef ROOFLINE_CLIENT_RENDER_CELL_FORMAT_H_
#define ROOFLINE_CLIENT_RENDER_CELL_FORMAT_H_

#include <cstdint>
#include <string>

#include "client/render/cell.h"

namespace roofline {

// Prefix of counts and bytes. Counts go by thousands (K = 1e3), bytes by 1024 (KiB); kAuto picks
// one per number.
enum class UnitPrefix : uint8_t { kNone, kKilo, kMega, kGiga, kTera, kAuto };

struct CellFormat {
  UnitPrefix prefix = UnitPrefix::kAuto;
  int digits = 3;      // after the decimal point, 0 to 10
  bool plain = false;  // for machines: SI base units, fractions not percent, full precision

  // "7.753 G", "256.754 MiB", "853.6 us", "27.50 %", "2.57x"; "-" for an empty cell ("" when
  // plain).
  std::string Format(const Cell& cell) const;
};

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_CELL_FORMAT_H_
