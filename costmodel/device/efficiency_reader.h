#ifndef ROOFLINE_COSTMODEL_DEVICE_EFFICIENCY_READER_H_
#define ROOFLINE_COSTMODEL_DEVICE_EFFICIENCY_READER_H_

#include "costmodel/device/efficiency.h"
#include "costmodel/device/map_reader.h"

namespace roofline {

// The map `efficiency` below `root`: a fraction for each class, or {compute: ..., memory: ...,
// extra: ...}, each a number or {value, low, high, count, basis, source, reason}; and `overlap`.
// Without low and high a spread of kUnstatedSpread is assumed. Mistakes are findings.
EfficiencyTable ReadEfficiencies(MapReader& root);

// low = value x (1 - this), high = value x (1 + this).
inline constexpr double kUnstatedSpread = 0.25;

// The map `overheads` below `root`.
Overheads ReadOverheads(MapReader& root);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_EFFICIENCY_READER_H_
