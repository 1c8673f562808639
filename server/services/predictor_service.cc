#include "server/services/predictor_service.h"

#include "server/call.h"
#include "server/handlers/predict.h"

namespace roofline {

grpc::ServerUnaryReactor* PredictorService::Predict(grpc::CallbackServerContext* context,
                                                    const v1::PredictRequest* request,
                                                    v1::PredictResponse* response) {
  return RunUnary(pool_, data_, context, request, response, HandlePredict);
}

}  // namespace roofline
