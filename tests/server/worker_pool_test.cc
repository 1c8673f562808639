#include "server/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>
#include <string>

#include "costmodel/error.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/errors.h"

namespace roofline {
namespace {

TEST(WorkerPoolTest, RunsWhatIsQueuedBeforeItGoes) {
  std::atomic<int> runs = 0;
  {
    WorkerPool pool(3, 100);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(pool.Submit([&runs] { ++runs; }).ok());
  }
  EXPECT_EQ(runs, 100);
}

TEST(WorkerPoolTest, WorkersRunAtTheSameTime) {
  std::promise<void> second_runs;
  std::future<void> seen = second_runs.get_future();
  WorkerPool pool(2, 2);
  // The first task can only end once the second one runs beside it.
  ASSERT_TRUE(pool.Submit([&seen] { seen.wait(); }).ok());
  ASSERT_TRUE(pool.Submit([&second_runs] { second_runs.set_value(); }).ok());
}

TEST(WorkerPoolTest, FullQueueIsRefusedWithADelay) {
  std::promise<void> running;
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  WorkerPool pool(1, 2);
  ASSERT_TRUE(pool.Submit([&running, released] {
                    running.set_value();
                    released.wait();
                  })
                  .ok());
  running.get_future().wait();
  EXPECT_TRUE(pool.Submit([] {}).ok());
  EXPECT_TRUE(pool.Submit([] {}).ok());

  const absl::Status refused = pool.Submit([] { FAIL() << "refused, yet run"; });
  EXPECT_EQ(ReasonOf(refused), Reason::kOverloaded);
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(ToGrpcStatus(refused).error_details()));
  ASSERT_EQ(details.details_size(), 2);
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(details.details(1).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().nanos(), 0);
  release.set_value();
}

}  // namespace
}  // namespace roofline
