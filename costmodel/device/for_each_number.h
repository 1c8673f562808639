#ifndef ROOFLINE_COSTMODEL_DEVICE_FOR_EACH_NUMBER_H_
#define ROOFLINE_COSTMODEL_DEVICE_FOR_EACH_NUMBER_H_

#include <functional>
#include <string>

#include "costmodel/device/profile.h"

namespace roofline {

// One number of a profile, ready to show or check.
struct ProfileNumber {
  std::string key;   // dotted, as in the file: "compute.peak.vector.fp32"
  std::string text;  // with its unit: "10.6 TFLOPS"
  double value = 0;  // SI unit
  std::string basis;
  std::string source;
  std::string reason;
  std::string file;
  int line = 0;  // 0: derived, not written
};

// Calls `visit` for every number of the profile, in the order of the format description.
void ForEachNumber(const DeviceProfile& profile,
                   const std::function<void(const ProfileNumber&)>& visit);

// "compute.peak.vector.fp32"
std::string PeakKey(const PeakRate& peak);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_FOR_EACH_NUMBER_H_
