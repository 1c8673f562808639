#ifndef ROOFLINE_SERVER_WORKER_POOL_H_
#define ROOFLINE_SERVER_WORKER_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/status/status.h"

namespace roofline {

// Threads that run tasks from one bounded queue, so that a burst of calls is refused while it is
// still cheap to refuse it.
class WorkerPool {
 public:
  using Task = std::function<void()>;

  // Both at least 1.
  WorkerPool(int workers, size_t max_queued);
  // Runs what is queued, then joins.
  ~WorkerPool();

  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Queues a task, which must not throw. kOverloaded with a RetryInfo when the queue is full.
  absl::Status Submit(Task task);

 private:
  void Work();

  const size_t max_queued_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> queue_;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_WORKER_POOL_H_
