#ifndef ROOFLINE_SERVER_HANDLERS_DEVICE_ORDER_H_
#define ROOFLINE_SERVER_HANDLERS_DEVICE_ORDER_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "costmodel/device/catalog.h"

namespace roofline {

// Keeps the profiles in whose id, name, vendor or kind every word of `filter` appears, whatever its
// case.
void FilterDevices(std::string_view filter, std::vector<ProfilePtr>& profiles);

// Sorts by "id", "name", "vendor", "peak" (fp32) or "bandwidth", with " desc" the other way round;
// equal ones by id. Empty means "id". kInvalidArgument for anything else.
absl::Status SortDevices(std::string_view order_by, std::vector<ProfilePtr>& profiles);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_DEVICE_ORDER_H_
