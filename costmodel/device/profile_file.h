#ifndef ROOFLINE_COSTMODEL_DEVICE_PROFILE_FILE_H_
#define ROOFLINE_COSTMODEL_DEVICE_PROFILE_FILE_H_

#include <string>

#include "absl/status/statusor.h"

namespace roofline {

// The text of a profile, or as much of it as shows that it is too long. kFileNotFound when there is
// no regular file, kIoError when it cannot be read.
absl::StatusOr<std::string> ReadProfileText(const std::string& path);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_PROFILE_FILE_H_
