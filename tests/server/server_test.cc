#include "server/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "costmodel/error.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "roofline/v1/device_catalog.grpc.pb.h"
#include "server/errors.h"
#include "tests/server/test_server.h"

namespace roofline {
namespace {

using grpc::health::v1::HealthCheckResponse;
using ::testing::HasSubstr;

TEST(ServerTest, HealthFollowsTheServer) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  const auto health = grpc::health::v1::Health::NewStub(ChannelTo(*server));
  for (const char* service :
       {"", "roofline.v1.PredictorService", "roofline.v1.DeviceCatalogService"}) {
    grpc::ClientContext context;
    grpc::health::v1::HealthCheckRequest request;
    request.set_service(service);
    HealthCheckResponse response;
    ASSERT_TRUE(health->Check(&context, request, &response).ok()) << service;
    EXPECT_EQ(response.status(), HealthCheckResponse::SERVING) << service;
  }
}

TEST(ServerTest, PortInUseIsAnErrorNotAShare) {
  const auto first = StartServer();
  ASSERT_NE(first, nullptr);
  const auto second = Server::Start({.listen = first->address()});
  EXPECT_EQ(ReasonOf(second.status()), Reason::kIoError);
  EXPECT_THAT(std::string(MessageOf(second.status())), HasSubstr(first->address()));
}

TEST(ServerTest, DataFolderMustBeThere) {
  const auto server = Server::Start({.listen = "127.0.0.1:0", .data_dir = "/nowhere"});
  EXPECT_EQ(ReasonOf(server.status()), Reason::kFileNotFound);
  EXPECT_THAT(std::string(MessageOf(server.status())), HasSubstr("/nowhere"));
}

TEST(ServerTest, LargeRequestIsRefused) {
  const auto server = StartServer({.limits = {.max_message_bytes = 1024}});
  ASSERT_NE(server, nullptr);
  v1::Device device;
  EXPECT_EQ(ReasonOf(FromGrpcStatus(GetDevice(*server, std::string(2000, 'x'), device))),
            Reason::kLimitExceeded);
  EXPECT_EQ(ReasonOf(FromGrpcStatus(GetDevice(*server, std::string(900, 'x'), device))),
            Reason::kInvalidArgument);
}

TEST(ServerTest, CompressedRequestIsRefused) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  grpc::ClientContext context;
  context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  v1::GetDeviceRequest request;
  request.set_name(std::string(100'000, 'x'));
  v1::Device device;
  const grpc::Status status =
      v1::DeviceCatalogService::NewStub(ChannelTo(*server))->GetDevice(&context, request, &device);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED) << status.error_message();
}

}  // namespace
}  // namespace roofline
