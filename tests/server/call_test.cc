#include "server/call.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "roofline/v1/device_catalog.grpc.pb.h"

namespace roofline {
namespace {

using Body = std::function<absl::StatusOr<v1::Device>(const HandlerContext&)>;

// A service whose GetDevice does what the test says, on a pool of one worker and one waiting call.
class ScriptedService final : public v1::DeviceCatalogService::CallbackService {
 public:
  ScriptedService(const HandlerData& data, Body body) : data_(data), body_(std::move(body)) {}

  grpc::ServerUnaryReactor* GetDevice(grpc::CallbackServerContext* context,
                                      const v1::GetDeviceRequest* request,
                                      v1::Device* response) override {
    return RunUnary(pool_, data_, context, request, response,
                    [this](const v1::GetDeviceRequest&, const HandlerContext& surroundings) {
                      return body_(surroundings);
                    });
  }

 private:
  const HandlerData& data_;
  Body body_;
  WorkerPool pool_{1, 1};
};

class CallTest : public ::testing::Test {
 protected:
  void Serve(Body body) {
    auto data = LoadHandlerData("");
    ASSERT_TRUE(data.ok()) << data.status();
    data_ = std::make_unique<HandlerData>(*std::move(data));
    service_ = std::make_unique<ScriptedService>(*data_, std::move(body));
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    stub_ = v1::DeviceCatalogService::NewStub(grpc::CreateChannel(
        "127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials()));
  }

  ~CallTest() override {
    if (server_ != nullptr) server_->Shutdown(std::chrono::system_clock::now());
  }

  Reason Call(grpc::ClientContext& context) {
    v1::Device device;
    const absl::Status status = FromGrpcStatus(stub_->GetDevice(&context, {}, &device));
    EXPECT_FALSE(status.ok());
    return ReasonOf(status).value_or(Reason::kInternal);
  }

  std::unique_ptr<HandlerData> data_;
  std::unique_ptr<ScriptedService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::DeviceCatalogService::Stub> stub_;
};

// Long work as handlers do it: until nobody waits any more.
absl::StatusOr<v1::Device> WorkUntilCancelled(const HandlerContext& context) {
  while (!context.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return Error(Reason::kCancelled, "stopped");
}

TEST_F(CallTest, AnswerArrives) {
  Serve([](const HandlerContext&) -> absl::StatusOr<v1::Device> {
    v1::Device device;
    device.set_id("answer");
    return device;
  });
  grpc::ClientContext context;
  v1::Device device;
  ASSERT_TRUE(stub_->GetDevice(&context, {}, &device).ok());
  EXPECT_EQ(device.id(), "answer");
}

TEST_F(CallTest, ErrorKeepsItsReason) {
  Serve([](const HandlerContext&) -> absl::StatusOr<v1::Device> {
    return Error(Reason::kShapeConflict, "[2,3] and [4]");
  });
  grpc::ClientContext context;
  EXPECT_EQ(Call(context), Reason::kShapeConflict);
}

TEST_F(CallTest, ExceptionsDoNotEscape) {
  Serve([](const HandlerContext&) -> absl::StatusOr<v1::Device> {
    throw std::runtime_error("thrown");
  });
  grpc::ClientContext context;
  EXPECT_EQ(Call(context), Reason::kInternal);
}

TEST_F(CallTest, RunningOutOfMemoryIsALimit) {
  Serve([](const HandlerContext&) -> absl::StatusOr<v1::Device> { throw std::bad_alloc(); });
  grpc::ClientContext context;
  EXPECT_EQ(Call(context), Reason::kLimitExceeded);
}

TEST_F(CallTest, DeadlineEndsTheWork) {
  std::promise<void> ended;
  Serve([&ended](const HandlerContext& surroundings) {
    auto result = WorkUntilCancelled(surroundings);
    ended.set_value();
    return result;
  });
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(100));
  EXPECT_EQ(Call(context), Reason::kDeadlineExceeded);
  ended.get_future().wait();
}

TEST_F(CallTest, CancelEndsTheWork) {
  std::promise<void> started;
  std::promise<void> ended;
  Serve([&](const HandlerContext& surroundings) {
    started.set_value();
    auto result = WorkUntilCancelled(surroundings);
    ended.set_value();
    return result;
  });
  grpc::ClientContext context;
  auto call = std::async(std::launch::async, [&] { return Call(context); });
  started.get_future().wait();
  context.TryCancel();
  EXPECT_EQ(call.get(), Reason::kCancelled);
  ended.get_future().wait();
}

TEST_F(CallTest, MoreCallsThanFitAreRefusedAtOnce) {
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  Serve([released](const HandlerContext&) -> absl::StatusOr<v1::Device> {
    released.wait();
    return v1::Device();
  });
  // One runs and one waits at the most, none of them ends yet: three of five must be refused.
  std::promise<void> refused;
  std::atomic<int> refusals = 0;
  constexpr int kCallers = 5;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (int i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      grpc::ClientContext context;
      v1::Device device;
      const absl::Status status = FromGrpcStatus(stub_->GetDevice(&context, {}, &device));
      if (ReasonOf(status) == Reason::kOverloaded && ++refusals == 3) refused.set_value();
    });
  }
  refused.get_future().wait();
  release.set_value();
  for (std::thread& caller : callers) caller.join();
  EXPECT_LT(refusals, kCallers);
}

}  // namespace
}  // namespace roofline
