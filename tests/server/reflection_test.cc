// Tools such as grpcurl find the services through reflection. gRPC ships the service but no header
// of it: the messages are those that its library registers with protobuf, the call is a generic
// one.

#include <gmock/gmock.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "server/server.h"

namespace roofline {
namespace {

using google::protobuf::Message;
using ::testing::HasSubstr;

std::unique_ptr<Message> NewMessage(const std::string& name) {
  const auto* descriptor =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(
          "grpc.reflection.v1alpha." + name);
  if (descriptor == nullptr) return nullptr;
  return std::unique_ptr<Message>(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
}

// Waits for the next operation on the queue; whether it went well.
bool Await(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue.Next(&tag, &ok) && ok;
}

// The answer to one request, both in protobuf's text format.
std::string Ask(const Server& server, const std::string& text) {
  const auto request = NewMessage("ServerReflectionRequest");
  const auto response = NewMessage("ServerReflectionResponse");
  if (request == nullptr || response == nullptr) return "no messages of reflection";
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, request.get()));
  const grpc::Slice slice(request->SerializeAsString());
  grpc::GenericStub stub(grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  call->StartCall(nullptr);
  EXPECT_TRUE(Await(queue));
  call->Write(grpc::ByteBuffer(&slice, 1), nullptr);
  EXPECT_TRUE(Await(queue));
  grpc::ByteBuffer answer;
  call->Read(&answer, nullptr);
  EXPECT_TRUE(Await(queue));
  grpc::ProtoBufferReader reader(&answer);
  EXPECT_TRUE(response->ParseFromZeroCopyStream(&reader));
  context.TryCancel();
  return response->ShortDebugString();
}

class ReflectionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto server = Server::Start({.listen = "127.0.0.1:0"});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  std::unique_ptr<Server> server_;
};

TEST_F(ReflectionTest, ListsTheServices) {
  const std::string services = Ask(*server_, "list_services: ''");
  for (const char* service :
       {"roofline.v1.PredictorService", "roofline.v1.DeviceCatalogService",
        "grpc.reflection.v1alpha.ServerReflection", "grpc.health.v1.Health"}) {
    EXPECT_THAT(services, HasSubstr(std::string("name: \"") + service + "\""));
  }
}

TEST_F(ReflectionTest, DescribesAMethod) {
  EXPECT_THAT(Ask(*server_, "file_containing_symbol: 'roofline.v1.PredictorService.Predict'"),
              HasSubstr("PredictRequest"));
  EXPECT_THAT(Ask(*server_, "file_containing_symbol: 'roofline.v1.NoSuchService'"),
              HasSubstr("error_code: 5"));
}

}  // namespace
}  // namespace roofline
