#ifndef ROOFLINE_SERVER_CONVERT_DEVICE_H_
#define ROOFLINE_SERVER_CONVERT_DEVICE_H_

#include "costmodel/device/profile.h"
#include "costmodel/yaml/finding.h"
#include "roofline/v1/device.pb.h"
#include "roofline/v1/device_catalog.pb.h"

namespace roofline {

// The API's view of a profile, without its YAML and digest.
v1::Device ToProto(const DeviceProfile& profile);

// Adds what lists leave out: every number, the totals, and the peaks as multiplications.
void AddDescription(const DeviceProfile& profile, v1::Device& device);

v1::ProfileFinding ToProto(const Finding& finding);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_DEVICE_H_
