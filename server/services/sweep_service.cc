#include "server/services/sweep_service.h"

#include "server/handlers/sweep.h"
#include "server/stream.h"

namespace roofline {

grpc::ServerWriteReactor<v1::SweepResponse>* SweepService::Sweep(
    grpc::CallbackServerContext* context, const v1::SweepRequest* request) {
  return RunStream<v1::SweepResponse>(pool_, data_, context, request, HandleSweep);
}

}  // namespace roofline
