#ifndef ROOFLINE_SERVER_SERVICES_EVALUATION_SERVICE_H_
#define ROOFLINE_SERVER_SERVICES_EVALUATION_SERVICE_H_

#include "roofline/v1/evaluation.grpc.pb.h"
#include "server/handlers/handler_context.h"
#include "server/worker_pool.h"

namespace roofline {

// roofline.v1.EvaluationService: hands each call to its handler on the pool.
class EvaluationService final : public v1::EvaluationService::CallbackService {
 public:
  // Both must outlive the service.
  EvaluationService(const HandlerData& data, WorkerPool& pool) : data_(data), pool_(pool) {}

  grpc::ServerUnaryReactor* Evaluate(grpc::CallbackServerContext* context,
                                     const v1::EvaluateRequest* request,
                                     v1::EvaluateResponse* response) override;

 private:
  const HandlerData& data_;
  WorkerPool& pool_;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_SERVICES_EVALUATION_SERVICE_H_
