#ifndef ROOFLINE_SERVER_VERSION_H_
#define ROOFLINE_SERVER_VERSION_H_

#include <string_view>

namespace roofline {

// "0.1.0": of the server, the client and the report.
std::string_view Version();

}  // namespace roofline

#endif  // ROOFLINE_SERVER_VERSION_H_
