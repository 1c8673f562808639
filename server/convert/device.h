#ifndef ROOFLINE_SERVER_CONVERT_DEVICE_H_
#define ROOFLINE_SERVER_CONVERT_DEVICE_H_

#include "costmodel/device/profile.h"
#include "roofline/v1/device.pb.h"

namespace roofline {

// The API's view of a profile, without its YAML and digest.
v1::Device ToProto(const DeviceProfile& profile);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_DEVICE_H_
