#include "client/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "costmodel/error.h"
#include "tests/client/silent_socket.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

TEST(ConnectionTest, NobodyAtTheAddressIsUnavailable) {
  const SilentSocket refusing(false);
  const auto connection = Connection::To(refusing.address());
  ASSERT_TRUE(connection.ok());
  const absl::Status status = connection->CheckHealth();
  EXPECT_EQ(ReasonOf(status), Reason::kUnavailable);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr(refusing.address()));
  EXPECT_EQ(ReasonOf(connection->GetDevice({}).status()), Reason::kUnavailable);
}

TEST(ConnectionTest, SilentServerRunsIntoTheDeadline) {
  const SilentSocket silent(true);
  const auto connection = Connection::To(silent.address(), std::chrono::milliseconds(50));
  ASSERT_TRUE(connection.ok());
  EXPECT_EQ(ReasonOf(connection->CheckHealth()), Reason::kDeadlineExceeded);
}

TEST(ConnectionTest, AddressMustBeHostAndPort) {
  for (const char* wrong : {"", "localhost", "127.0.0.1:0", "127.0.0.1:99999", "http://x:80"}) {
    EXPECT_EQ(ReasonOf(Connection::To(wrong).status()), Reason::kInvalidArgument) << wrong;
  }
}

}  // namespace
}  // namespace roofline
