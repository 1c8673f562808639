#include "server/address.h"

#include <arpa/inet.h>

#include <charconv>
#include <system_error>

namespace roofline {

HostPort SplitHostPort(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {};
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return {};
  }
  HostPort result{std::string(host), 0};
  const char* end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, result.port);
  if (digits.empty() || error != std::errc() || rest != end || result.port < 0 ||
      result.port > 65535) {
    return {};
  }
  return result;
}

bool IsLoopback(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  in_addr address{};
  // "127.0.0.1.example.org" is a name, not an address.
  if (inet_pton(AF_INET, std::string(host).c_str(), &address) != 1) return false;
  return ntohl(address.s_addr) >> 24 == 127;
}

}  // namespace roofline
