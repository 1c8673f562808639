#include "server/services/predictor_service.h"

#include "server/call.h"
#include "server/handlers/infer_shapes.h"
#include "server/handlers/predict.h"

namespace roofline {

grpc::ServerUnaryReactor* PredictorService::Predict(grpc::CallbackServerContext* context,
                                                    const v1::PredictRequest* request,
                                                    v1::PredictResponse* response) {
  return RunUnary(pool_, data_, context, request, response, HandlePredict);
}

grpc::ServerUnaryReactor* PredictorService::InferShapes(grpc::CallbackServerContext* context,
                                                        const v1::InferShapesRequest* request,
                                                        v1::InferShapesResponse* response) {
  return RunUnary(pool_, data_, context, request, response, HandleInferShapes);
}

}  // namespace roofline
