#ifndef ROOFLINE_CLIENT_COMMANDS_OWN_PROFILE_H_
#define ROOFLINE_CLIENT_COMMANDS_OWN_PROFILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {

// The device profile at `path` and the files it extends, as text. kFileNotFound, kIoError or
// kInvalidProfile with the file and, for one that is extended, the line that names it.
absl::StatusOr<v1::InlineProfile> ReadOwnProfile(const std::string& path);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_OWN_PROFILE_H_
