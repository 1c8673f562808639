#ifndef ROOFLINE_SERVER_SERVICES_SWEEP_SERVICE_H_
#define ROOFLINE_SERVER_SERVICES_SWEEP_SERVICE_H_

#include "roofline/v1/sweep.grpc.pb.h"
#include "server/handlers/handler_context.h"
#include "server/worker_pool.h"

namespace roofline {

// roofline.v1.SweepService: works on the pool, streams the points.
class SweepService final : public v1::SweepService::CallbackService {
 public:
  // Both must outlive the service.
  SweepService(const HandlerData& data, WorkerPool& pool) : data_(data), pool_(pool) {}

  grpc::ServerWriteReactor<v1::SweepResponse>* Sweep(grpc::CallbackServerContext* context,
                                                     const v1::SweepRequest* request) override;

 private:
  const HandlerData& data_;
  WorkerPool& pool_;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_SERVICES_SWEEP_SERVICE_H_
