#ifndef ROOFLINE_SERVER_SERVICES_PREDICTOR_SERVICE_H_
#define ROOFLINE_SERVER_SERVICES_PREDICTOR_SERVICE_H_

#include "roofline/v1/predictor.grpc.pb.h"
#include "server/handlers/handler_context.h"
#include "server/worker_pool.h"

namespace roofline {

// roofline.v1.PredictorService: hands each call to its handler on the pool.
class PredictorService final : public v1::PredictorService::CallbackService {
 public:
  // Both must outlive the service.
  PredictorService(const HandlerData& data, WorkerPool& pool) : data_(data), pool_(pool) {}

  grpc::ServerUnaryReactor* Predict(grpc::CallbackServerContext* context,
                                    const v1::PredictRequest* request,
                                    v1::PredictResponse* response) override;
  grpc::ServerUnaryReactor* InferShapes(grpc::CallbackServerContext* context,
                                        const v1::InferShapesRequest* request,
                                        v1::InferShapesResponse* response) override;

 private:
  const HandlerData& data_;
  WorkerPool& pool_;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_SERVICES_PREDICTOR_SERVICE_H_
