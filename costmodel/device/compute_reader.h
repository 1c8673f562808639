#ifndef ROOFLINE_COSTMODEL_DEVICE_COMPUTE_READER_H_
#define ROOFLINE_COSTMODEL_DEVICE_COMPUTE_READER_H_

#include "costmodel/device/map_reader.h"
#include "costmodel/device/profile.h"

namespace roofline {

// Reads the `compute` map, and the short forms `peak`, `fma_units` and `clock` of the top level,
// into profile.compute.
void ReadCompute(MapReader& root, DeviceProfile& profile);

// Brings the peaks in line with the units and the clock. Peaks inherited from `base` (nullptr for
// none) grow with cores, units, lanes and clock; a missing fp32 vector peak is derived; a stated
// one that differs from the derived by more than 3 % without a reason is a finding.
void SettlePeaks(const DeviceProfile* base, DeviceProfile& profile, Findings& findings);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_COMPUTE_READER_H_
