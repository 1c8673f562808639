#include "client/connection.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "costmodel/error.h"

namespace roofline {
namespace {

using testing::HasSubstr;

// A socket on a free loopback port. Bound but not listening it refuses connections, and nobody else
// gets the port meanwhile; listening it accepts them and never says a word.
class SilentSocket {
 public:
  explicit SilentSocket(bool listening) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    EXPECT_EQ(listening ? listen(socket_, 1) : 0, 0);
    port_ = ntohs(address.sin_port);
  }
  ~SilentSocket() { close(socket_); }

  std::string address() const { return fmt::format("127.0.0.1:{}", port_); }

 private:
  int socket_;
  int port_ = 0;
};

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
