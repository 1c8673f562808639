#ifndef ROOFLINE_SERVER_STREAM_H_
#define ROOFLINE_SERVER_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <condition_variable>
#include <mutex>
#include <utility>

#include "absl/status/status.h"
#include "costmodel/error.h"
#include "server/call.h"

namespace roofline {

// The sending half of a call that answers with a stream. Send() is for the pool's thread that
// works on the call: it waits until the message is on its way, so that a slow reader slows the work
// and memory stays bounded. Deletes itself when the call is over.
template <class Response>
class StreamReactor final : public grpc::ServerWriteReactor<Response> {
 public:
  // kCancelled once nobody reads.
  absl::Status Send(const Response& response) {
    std::unique_lock lock(mutex_);
    if (failed_) return Gone();
    writing_ = true;
    this->StartWrite(&response);
    changed_.wait(lock, [this] { return !writing_; });
    return failed_ ? Gone() : absl::OkStatus();
  }

  void OnWriteDone(bool ok) override {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    failed_ = failed_ || !ok;
    changed_.notify_all();
  }
  void OnDone() override { delete this; }

 private:
  static absl::Status Gone() { return Error(Reason::kCancelled, "the call was cancelled"); }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool writing_ = false;
  bool failed_ = false;
};

// As RunUnary, for `handler(request, HandlerContext, send)`, which returns an absl::Status and
// calls send(response) for each message.
template <class Response, class Request, class Handler>
grpc::ServerWriteReactor<Response>* RunStream(WorkerPool& pool, const HandlerData& data,
                                              grpc::CallbackServerContext* context,
                                              const Request* request, Handler handler) {
  auto* reactor = new StreamReactor<Response>();
  auto task = [&data, context, request, reactor, handler = std::move(handler)] {
    const absl::Status status = Guard(*context, [&]() -> absl::Status {
      const HandlerContext surroundings{data, [context] { return IsAbandoned(*context); }};
      return handler(*request, surroundings,
                     [reactor](const Response& response) { return reactor->Send(response); });
    });
    reactor->Finish(ToGrpcStatus(status));
  };
  if (const absl::Status refused = pool.Submit(std::move(task)); !refused.ok()) {
    reactor->Finish(ToGrpcStatus(refused));
  }
  return reactor;
}

}  // namespace roofline

#endif  // ROOFLINE_SERVER_STREAM_H_
