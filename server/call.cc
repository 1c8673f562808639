#include "server/call.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <new>

#include "costmodel/error.h"

namespace roofline {
namespace {

bool DeadlinePassed(const grpc::CallbackServerContext& context) {
  return context.deadline() <= std::chrono::system_clock::now();
}

absl::Status RunBody(const std::function<absl::Status()>& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Error(Reason::kLimitExceeded, "the request needs more memory than the server has");
  } catch (const std::exception& exception) {
    return Error(Reason::kInternal,
                 fmt::format("the server made a mistake ({}); please report it with the request",
                             exception.what()));
  }
}

}  // namespace

bool IsAbandoned(const grpc::CallbackServerContext& context) {
  return context.IsCancelled() || DeadlinePassed(context);
}

absl::Status Guard(const grpc::CallbackServerContext& context,
                   const std::function<absl::Status()>& body) {
  // A call may have waited in the queue for longer than its caller did.
  absl::Status status = IsAbandoned(context) ? absl::CancelledError() : RunBody(body);
  if (!IsAbandoned(context)) return status;
  if (DeadlinePassed(context)) {
    return Error(Reason::kDeadlineExceeded,
                 "the call's deadline passed before the answer was ready");
  }
  return Error(Reason::kCancelled, "the call was cancelled");
}

}  // namespace roofline
