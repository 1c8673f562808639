#ifndef ROOFLINE_COSTMODEL_DEVICE_QUERY_FIELD_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUERY_FIELD_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"

namespace roofline {

// What devices can be filtered and sorted by:
//   text    id, name, vendor, kind, architecture, extends, alias
//   truth   verified
//   number  year, sockets, cores, tdp, host_link.bandwidth,
//           memory.bandwidth (bandwidth), memory.size (memory), cache.l1 ...,
//           peak.FORMAT (the faster unit; "peak" is peak.fp32), peak.vector.FORMAT ...,
//           ridge.FORMAT ("ridge" is ridge.fp32)
// Numbers are totals of the device in SI units.
struct DeviceField {
  std::string name;
  // Exactly one of the two is set. A number is absent where the profile does not state it.
  std::function<std::vector<std::string>(const DeviceProfile&)> texts;
  std::function<std::optional<double>(const DeviceProfile&)> number;
  bool has_unit = false;  // of a number
  // Reads a value to compare with, "400 GB/s"; set for numbers.
  absl::StatusOr<double> (*parse)(std::string_view) = nullptr;
  // Prints a value of this field, "484 GB/s"; set for numbers.
  std::string (*print)(double) = nullptr;
};

// nullopt for another name.
std::optional<DeviceField> FindDeviceField(std::string_view name);

// The names above with every format, cache level 1 to 3 and unit, for hints and help texts.
std::vector<std::string> DeviceFieldNames();

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_FIELD_H_
