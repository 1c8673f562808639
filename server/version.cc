#include "server/version.h"

namespace roofline {

std::string_view Version() { return ROOFLINE_VERSION; }

}  // namespace roofline
