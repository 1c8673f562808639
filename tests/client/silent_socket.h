#ifndef ROOFLINE_TESTS_CLIENT_SILENT_SOCKET_H_
#define ROOFLINE_TESTS_CLIENT_SILENT_SOCKET_H_

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace roofline {

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
  SilentSocket(const SilentSocket&) = delete;
  SilentSocket& operator=(const SilentSocket&) = delete;

  std::string address() const { return fmt::format("127.0.0.1:{}", port_); }

 private:
  int socket_;
  int port_ = 0;
};

}  // namespace roofline

#endif  // ROOFLINE_TESTS_CLIENT_SILENT_SOCKET_H_
