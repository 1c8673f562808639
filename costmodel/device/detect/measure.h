#ifndef ROOFLINE_COSTMODEL_DEVICE_DETECT_MEASURE_H_
#define ROOFLINE_COSTMODEL_DEVICE_DETECT_MEASURE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/detect/kernels.h"
#include "costmodel/device/detect/topology.h"
#include "costmodel/units.h"

namespace roofline {

// What short runs on every core at once reached; totals of the machine.
struct Measurement {
  FlopsPerSecond fp32;
  FlopsPerSecond fp64;
  BytesPerSecond memory;               // triad: two reads and a write
  BytesPerSecond core_memory;          // the same by one core while the others idle
  std::vector<BytesPerSecond> caches;  // reads, in the order of topology.caches
};

// Runs one thread per core, each quantity for about `seconds`; the best of several rounds counts,
// since disturbances only ever slow a round down. kIoError when threads or memory are refused.
absl::StatusOr<Measurement> MeasureMachine(const Topology& topology, const Kernels& kernels,
                                           Seconds seconds);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_DETECT_MEASURE_H_
