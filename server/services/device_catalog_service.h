#ifndef ROOFLINE_SERVER_SERVICES_DEVICE_CATALOG_SERVICE_H_
#define ROOFLINE_SERVER_SERVICES_DEVICE_CATALOG_SERVICE_H_

#include "roofline/v1/device_catalog.grpc.pb.h"
#include "server/handlers/handler_context.h"
#include "server/worker_pool.h"

namespace roofline {

// roofline.v1.DeviceCatalogService: hands each call to its handler on the pool.
class DeviceCatalogService final : public v1::DeviceCatalogService::CallbackService {
 public:
  // Both must outlive the service.
  DeviceCatalogService(const HandlerData& data, WorkerPool& pool) : data_(data), pool_(pool) {}

  grpc::ServerUnaryReactor* ListDevices(grpc::CallbackServerContext* context,
                                        const v1::ListDevicesRequest* request,
                                        v1::ListDevicesResponse* response) override;
  grpc::ServerUnaryReactor* GetDevice(grpc::CallbackServerContext* context,
                                      const v1::GetDeviceRequest* request,
                                      v1::Device* response) override;
  grpc::ServerUnaryReactor* ValidateDevice(grpc::CallbackServerContext* context,
                                           const v1::ValidateDeviceRequest* request,
                                           v1::ValidateDeviceResponse* response) override;

 private:
  const HandlerData& data_;
  WorkerPool& pool_;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_SERVICES_DEVICE_CATALOG_SERVICE_H_
