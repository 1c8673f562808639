#include "server/worker_pool.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/error.h"
#include "google/rpc/error_details.pb.h"
#include "server/errors.h"
#include "server/limits.h"

namespace roofline {
namespace {

absl::Status QueueFull(size_t max_queued) {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_nanos(
      static_cast<int32_t>(std::chrono::nanoseconds(kRetryDelay).count()));
  return WithDetail(
      Error(Reason::kOverloaded,
            fmt::format("the server is busy: {} calls are waiting already; try again in {} ms",
                        max_queued, kRetryDelay.count())),
      retry);
}

}  // namespace

WorkerPool::WorkerPool(int workers, size_t max_queued) : max_queued_(max_queued) {
  threads_.reserve(static_cast<size_t>(workers));
  for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

absl::Status WorkerPool::Submit(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= max_queued_) return QueueFull(max_queued_);
    queue_.push_back(std::move(task));
  }
  changed_.notify_one();
  return absl::OkStatus();
}

void WorkerPool::Work() {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      if (queue_.empty()) return;
      task = std::move(queue_.front());
      queue_.pop_front();
    }
    task();
  }
}

}  // namespace roofline
