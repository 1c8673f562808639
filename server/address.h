#ifndef ROOFLINE_SERVER_ADDRESS_H_
#define ROOFLINE_SERVER_ADDRESS_H_

#include <string>
#include <string_view>

namespace roofline {

// HOST:PORT in its parts; an IPv6 host stands in brackets. Empty host: not of that form.
struct HostPort {
  std::string host;
  int port = 0;
};
HostPort SplitHostPort(std::string_view text);

// Whether the host reaches this machine alone. "localhost" is what /etc/hosts makes it, which is
// nobody else's to change.
bool IsLoopback(std::string_view host);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_ADDRESS_H_
