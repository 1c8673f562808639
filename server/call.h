#ifndef ROOFLINE_SERVER_CALL_H_
#define ROOFLINE_SERVER_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <functional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/errors.h"
#include "server/handlers/handler_context.h"
#include "server/worker_pool.h"

namespace roofline {

// Whether the caller went away or its deadline passed.
bool IsAbandoned(const grpc::CallbackServerContext& context);

// Runs a handler's body: exceptions become kInternal (no memory: kLimitExceeded), and a call that
// was abandoned ends as kCancelled or kDeadlineExceeded whatever the body made of it.
absl::Status Guard(const grpc::CallbackServerContext& context,
                   const std::function<absl::Status()>& body);

// Runs `handler(request, HandlerContext)`, which returns an absl::StatusOr<Response>, on the pool
// and finishes the call with its outcome. For the methods of callback services: nothing blocks in
// the calling thread. `data` must outlive the call; gRPC keeps `request` and `response` until it
// ends.
template <class Request, class Response, class Handler>
grpc::ServerUnaryReactor* RunUnary(WorkerPool& pool, const HandlerData& data,
                                   grpc::CallbackServerContext* context, const Request* request,
                                   Response* response, Handler handler) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  auto task = [&data, context, request, response, reactor, handler = std::move(handler)] {
    const absl::Status status = Guard(*context, [&]() -> absl::Status {
      const HandlerContext surroundings{data, [context] { return IsAbandoned(*context); }};
      absl::StatusOr<Response> result = handler(*request, surroundings);
      if (!result.ok()) return result.status();
      *response = *std::move(result);
      return absl::OkStatus();
    });
    reactor->Finish(ToGrpcStatus(status));
  };
  if (const absl::Status refused = pool.Submit(std::move(task)); !refused.ok()) {
    reactor->Finish(ToGrpcStatus(refused));
  }
  return reactor;
}

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CALL_H_
