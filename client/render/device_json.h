#ifndef ROOFLINE_CLIENT_RENDER_DEVICE_JSON_H_
#define ROOFLINE_CLIENT_RENDER_DEVICE_JSON_H_

#include <string>
#include <vector>

#include "roofline/v1/device.pb.h"

namespace roofline {

// {"schema_version": 1, "devices": [...]}: plain numbers in SI units, what is not stated is null.
// Numbers with their sources, and totals, are there for devices that were fetched one by one.
std::string DevicesJson(const std::vector<v1::Device>& devices);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_DEVICE_JSON_H_
