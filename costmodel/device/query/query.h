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

// The devices that match `filter` (see filter.h), sorted by `order_by`.
absl::StatusOr<std::vector<ProfilePtr>> QueryDevices(std::vector<ProfilePtr> devices,
                                                     std::string_view filter,
                                                     std::string_view order_by);

// Devices whose id, name or an alias is like `text`, best first: the very name, then names that
// hold every word of it, then names within a few typos. Empty when none is near.
std::vector<ProfilePtr> SearchDevices(const std::vector<ProfilePtr>& devices,
                                      std::string_view text);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_QUERY_H_
