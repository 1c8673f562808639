#ifndef ROOFLINE_TESTS_SERVER_TEST_SERVER_H_
#define ROOFLINE_TESTS_SERVER_TEST_SERVER_H_

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "roofline/v1/device_catalog.grpc.pb.h"
#include "server/server.h"

namespace roofline {

// A server of this process on a free loopback port; nullptr, with a failure, when it does not
// start.
inline std::unique_ptr<Server> StartServer(ServerConfig config = {}) {
  if (config.listen == ServerConfig().listen) config.listen = "127.0.0.1:0";
  auto server = Server::Start(config);
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

inline std::shared_ptr<grpc::Channel> ChannelTo(const Server& server) {
  return grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials());
}

// GetDevice over a real channel.
inline grpc::Status GetDevice(const Server& server, const std::string& name, v1::Device& device) {
  grpc::ClientContext context;
  v1::GetDeviceRequest request;
  request.set_name(name);
  return v1::DeviceCatalogService::NewStub(ChannelTo(server))
      ->GetDevice(&context, request, &device);
}

}  // namespace roofline

#endif  // ROOFLINE_TESTS_SERVER_TEST_SERVER_H_
