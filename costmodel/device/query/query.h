#ifndef ROOFLINE_COSTMODEL_DEVICE_QUERY_QUERY_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUERY_QUERY_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/device/catalog.h"

namespace roofline {

// Sorts by one or more fields of field.h: "memory.bandwidth desc, name". "asc" is the default; a
// device that does not state the number comes last either way; ties keep their order. Empty text
// sorts by id. kInvalidArgument names the word that is wrong.
absl::Status SortDevices(std::string_view order_by, std::vector<ProfilePtr>& devices);

// Devices whose id, name or an alias is like `text`, best first: the very name, then names that
// contain it, then those with every word of it. Only where there are none of these, names within a
// few typos. Empty when none is near.
std::vector<ProfilePtr> SearchDevices(const std::vector<ProfilePtr>& devices,
                                      std::string_view text);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_QUERY_H_
