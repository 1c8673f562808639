#include "server/server.h"

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "roofline/v1/device_catalog.grpc.pb.h"
#include "roofline/v1/predictor.grpc.pb.h"
#include "server/errors.h"
#include "server/limits.h"

namespace roofline {
namespace {

using grpc::health::v1::HealthCheckResponse;
using testing::HasSubstr;

std::unique_ptr<Server> StartServer(ServerConfig config = {}) {
  if (config.listen == ServerConfig().listen) config.listen = "127.0.0.1:0";
  auto server = Server::Start(config);
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

std::shared_ptr<grpc::Channel> ChannelTo(const Server& server) {
  return grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials());
}

absl::StatusOr<v1::ListDevicesResponse> List(const Server& server,
                                             const v1::ListDevicesRequest& request) {
  grpc::ClientContext context;
  v1::ListDevicesResponse response;
  RETURN_IF_ERROR(FromGrpcStatus(v1::DeviceCatalogService::NewStub(ChannelTo(server))
                                     ->ListDevices(&context, request, &response)));
  return response;
}

grpc::Status Get(const Server& server, const std::string& name, v1::Device& device) {
  grpc::ClientContext context;
  v1::GetDeviceRequest request;
  request.set_name(name);
  return v1::DeviceCatalogService::NewStub(ChannelTo(server))
      ->GetDevice(&context, request, &device);
}

TEST(ServerTest, ListsTheCatalogPageByPage) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ListDevicesRequest request;
  request.set_page_size(kMaxPageSize);
  const auto all = List(*server, request);
  ASSERT_TRUE(all.ok()) << all.status();
  ASSERT_GE(all->devices_size(), 3);
  EXPECT_EQ(all->total_size(), all->devices_size());
  EXPECT_EQ(all->next_page_token(), "");

  std::vector<std::string> paged;
  const int page_size = all->devices_size() / 2;
  request.set_page_size(page_size);
  do {
    const auto page = List(*server, request);
    ASSERT_TRUE(page.ok()) << page.status();
    ASSERT_LE(page->devices_size(), page_size);
    for (const v1::Device& device : page->devices()) paged.push_back(device.id());
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  std::vector<std::string> expected;
  for (const v1::Device& device : all->devices()) expected.push_back(device.id());
  EXPECT_EQ(paged, expected);
}

TEST(ServerTest, GetsADeviceWithItsText) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::Device device;
  ASSERT_TRUE(Get(*server, "devices/gtx-1080-ti", device).ok());
  EXPECT_EQ(device.id(), "gtx-1080-ti");
  EXPECT_EQ(device.bandwidth_bytes_per_second(), 484e9);
  EXPECT_THAT(device.profile_yaml(), HasSubstr("484"));
  EXPECT_EQ(device.derived_peak(), "28 x 4 x 32 x 2 x 1.48 GHz = 10.6086 TFLOPS");
  EXPECT_EQ(device.profile_digest().size(), 7U + 64U);  // "sha256:" and the digits
}

TEST(ServerTest, UnknownDeviceSaysWhichWithNearNames) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::Device device;
  const grpc::Status status = Get(*server, "devices/gtx-1080-t", device);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("gtx-1080-ti"));
  EXPECT_EQ(ReasonOf(FromGrpcStatus(status)), Reason::kUnknownDevice);
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  google::rpc::ResourceInfo resource;
  ASSERT_EQ(details.details_size(), 2);
  ASSERT_TRUE(details.details(1).UnpackTo(&resource));
  EXPECT_EQ(resource.resource_name(), "devices/gtx-1080-t");
}

v1::ValidateDeviceResponse Validate(const Server& server, const std::string& yaml) {
  v1::ValidateDeviceRequest request;
  request.set_profile_name("mine.yaml");
  request.set_profile_yaml(yaml);
  grpc::ClientContext context;
  v1::ValidateDeviceResponse response;
  const grpc::Status status = v1::DeviceCatalogService::NewStub(ChannelTo(server))
                                  ->ValidateDevice(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

TEST(ServerTest, ValidateNamesEveryMistake) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  const v1::ValidateDeviceResponse bad = Validate(*server, "id: mine\nnmae: Mine\ntdp: 5\n");
  EXPECT_FALSE(bad.has_device());
  ASSERT_EQ(bad.findings_size(), 2);
  EXPECT_EQ(bad.findings(0).file(), "mine.yaml");
  EXPECT_EQ(bad.findings(0).line(), 3);
  EXPECT_EQ(bad.findings(1).key(), "nmae");
  const v1::ValidateDeviceResponse good =
      Validate(*server, "peak: 10.6 TFLOPS\nmemory_bandwidth: 484 GB/s\n");
  EXPECT_EQ(good.device().bandwidth_bytes_per_second(), 484e9);
  ASSERT_EQ(good.findings_size(), 2);  // no sources
  EXPECT_EQ(good.findings(0).severity(), v1::ProfileFinding::SEVERITY_WARNING);
}

TEST(ServerTest, FiltersAndSortsTheCatalog) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ListDevicesRequest request;
  request.set_filter("vendor = \"NVIDIA\" and peak.fp32 >= 10 TFLOPS");
  request.set_order_by("memory.bandwidth desc");
  request.set_page_size(2);
  const auto page = List(*server, request);
  ASSERT_TRUE(page.ok()) << page.status();
  ASSERT_EQ(page->devices_size(), 2);
  EXPECT_GT(page->total_size(), 20);
  EXPECT_GE(page->devices(0).bandwidth_bytes_per_second(),
            page->devices(1).bandwidth_bytes_per_second());
  request.set_filter("vendor = \"NVIDIA");
  const absl::Status status = List(*server, request).status();
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("column 10"));
}

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
  EXPECT_EQ(ReasonOf(FromGrpcStatus(Get(*server, std::string(2000, 'x'), device))),
            Reason::kLimitExceeded);
  EXPECT_EQ(ReasonOf(FromGrpcStatus(Get(*server, std::string(900, 'x'), device))),
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
