#include "server/services/device_catalog_service.h"

#include "server/call.h"
#include "server/handlers/device_catalog.h"

namespace roofline {

grpc::ServerUnaryReactor* DeviceCatalogService::ListDevices(grpc::CallbackServerContext* context,
                                                            const v1::ListDevicesRequest* request,
                                                            v1::ListDevicesResponse* response) {
  return RunUnary(pool_, data_, context, request, response, HandleListDevices);
}

grpc::ServerUnaryReactor* DeviceCatalogService::GetDevice(grpc::CallbackServerContext* context,
                                                          const v1::GetDeviceRequest* request,
                                                          v1::Device* response) {
  return RunUnary(pool_, data_, context, request, response, HandleGetDevice);
}

grpc::ServerUnaryReactor* DeviceCatalogService::ValidateDevice(
    grpc::CallbackServerContext* context, const v1::ValidateDeviceRequest* request,
    v1::ValidateDeviceResponse* response) {
  return RunUnary(pool_, data_, context, request, response, HandleValidateDevice);
}

}  // namespace roofline
