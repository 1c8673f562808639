#ifndef ROOFLINE_COSTMODEL_DEVICE_DETECT_DETECT_H_
#define ROOFLINE_COSTMODEL_DEVICE_DETECT_DETECT_H_

#include <string>

#include "absl/status/statusor.h"
#include "costmodel/device/detect/measure.h"
#include "costmodel/device/detect/topology.h"
#include "costmodel/units.h"

namespace roofline {

struct DetectOptions {
  std::string id = "this-machine";
  Seconds seconds{0.4};  // of each of about half a dozen runs
};

// The profile, as YAML, of the CPU this process runs on: cores and caches as the system states
// them, peaks and bandwidths as short runs on all usable cores reach them, marked measured. Takes a
// few seconds and loads every core. kInvalidArgument for an id that no device can have, kIoError
// when threads or memory are refused.
absl::StatusOr<std::string> DetectProfileYaml(const DetectOptions& options = {});

// The text for given findings.
std::string MachineProfileYaml(const std::string& id, const Topology& topology,
                               const Kernels& kernels, const Measurement& measured);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_DETECT_DETECT_H_
