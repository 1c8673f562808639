#ifndef ROOFLINE_SERVER_HANDLERS_DEVICE_CATALOG_H_
#define ROOFLINE_SERVER_HANDLERS_DEVICE_CATALOG_H_

#include "absl/status/statusor.h"
#include "roofline/v1/device_catalog.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// One page of the catalog. kInvalidArgument for a filter, an order or a page token that is not
// ours.
absl::StatusOr<v1::ListDevicesResponse> HandleListDevices(const v1::ListDevicesRequest& request,
                                                          const HandlerContext& context);

// One device, with its YAML. kUnknownDevice with the nearest names.
absl::StatusOr<v1::Device> HandleGetDevice(const v1::GetDeviceRequest& request,
                                           const HandlerContext& context);

// What a profile of the caller's own comes to, and everything that is wrong with it.
// kLimitExceeded as for Predict.
absl::StatusOr<v1::ValidateDeviceResponse> HandleValidateDevice(
    const v1::ValidateDeviceRequest& request, const HandlerContext& context);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_DEVICE_CATALOG_H_
