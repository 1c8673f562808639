#include "server/services/evaluation_service.h"

#include "server/call.h"
#include "server/handlers/evaluate.h"

namespace roofline {

grpc::ServerUnaryReactor* EvaluationService::Evaluate(grpc::CallbackServerContext* context,
                                                      const v1::EvaluateRequest* request,
                                                      v1::EvaluateResponse* response) {
  return RunUnary(pool_, data_, context, request, response, HandleEvaluate);
}

}  // namespace roofline
