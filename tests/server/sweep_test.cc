// SweepService over a real channel.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "roofline/v1/sweep.grpc.pb.h"
#include "server/errors.h"
#include "server/handlers/sweep.h"
#include "tests/server/test_server.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// MobileNet v2 on two devices for batches of 1 .. `last`.
v1::SweepRequest MobileNet(int64_t last) {
  v1::SweepRequest request;
  const auto skeleton =
      ReadSkeletonFile(ROOFLINE_SOURCE_DIR "/client/examples/mobilenet-v2.onnx", ModelLimits());
  EXPECT_TRUE(skeleton.ok()) << skeleton.status();
  request.mutable_base()->set_model(skeleton->bytes);
  request.mutable_base()->set_model_name("mobilenet-v2.onnx");
  for (const char* id : {"gtx-1080-ti", "xeon-platinum-8180"})
    request.mutable_base()->add_devices()->set_id(id);
  v1::SweepAxis& axis = *request.add_axes();
  axis.set_name("batch");
  for (int64_t batch = 1; batch <= last; ++batch) axis.add_values(batch);
  return request;
}

// A call whose messages are read one by one.
class SweepCall {
 public:
  SweepCall(const Server& server, const v1::SweepRequest& request)
      : stub_(v1::SweepService::NewStub(ChannelTo(server))),
        reader_(stub_->Sweep(&context_, request)) {}

  bool Read(v1::SweepResponse& response) { return reader_->Read(&response); }
  void Cancel() { context_.TryCancel(); }
  grpc::Status Finish() { return reader_->Finish(); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<v1::SweepService::Stub> stub_;
  std::unique_ptr<grpc::ClientReader<v1::SweepResponse>> reader_;
};

TEST(SweepServiceTest, StreamsThePointsOfTheHandler) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  const v1::SweepRequest request = MobileNet(70);
  SweepCall call(*server, request);
  std::vector<int> sizes;
  std::vector<std::string> streamed;
  for (v1::SweepResponse response; call.Read(response);) {
    sizes.push_back(response.points_size());
    for (const v1::SweepPoint& point : response.points())
      streamed.push_back(point.SerializeAsString());
  }
  EXPECT_TRUE(call.Finish().ok());
  EXPECT_THAT(sizes, ElementsAre(32, 32, 6));  // more than one message: 70 points

  const auto data = LoadHandlerData("");
  ASSERT_TRUE(data.ok()) << data.status();
  std::vector<std::string> local;
  const absl::Status status =
      HandleSweep(request, HandlerContext{*data}, [&](const v1::SweepResponse& response) {
        for (const v1::SweepPoint& point : response.points())
          local.push_back(point.SerializeAsString());
        return absl::OkStatus();
      });
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(streamed, local);
}

TEST(SweepServiceTest, ACallerThatLeavesFreesTheWorker) {
  const auto server = StartServer({.workers = 1});
  ASSERT_NE(server, nullptr);
  SweepCall call(*server, MobileNet(10'000));
  v1::SweepResponse first;
  ASSERT_TRUE(call.Read(first));
  EXPECT_EQ(first.points_size(), 32);
  call.Cancel();
  EXPECT_EQ(call.Finish().error_code(), grpc::StatusCode::CANCELLED);
  // The only worker answers the next call: it does not work on the other points.
  v1::Device device;
  EXPECT_TRUE(GetDevice(*server, "devices/gtx-1080-ti", device).ok());
}

TEST(SweepServiceTest, AnErrorComesBehindThePointsBeforeIt) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::SweepRequest request = MobileNet(32);
  request.mutable_axes(0)->add_values(0);
  SweepCall call(*server, request);
  v1::SweepResponse response;
  EXPECT_TRUE(call.Read(response));
  EXPECT_EQ(response.points_size(), 32);
  EXPECT_FALSE(call.Read(response));
  const absl::Status status = FromGrpcStatus(call.Finish());
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("mobilenet-v2.onnx: at batch=0: "));
}

}  // namespace
}  // namespace roofline
