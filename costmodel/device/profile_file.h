#ifndef ROOFLINE_COSTMODEL_DEVICE_PROFILE_FILE_H_
#define ROOFLINE_COSTMODEL_DEVICE_PROFILE_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace roofline {

// The text of a profile, or as much of it as shows that it is too long. kFileNotFound when there is
// no regular file, kIoError when it cannot be read.
absl::StatusOr<std::string> ReadProfileText(const std::string& path);

// Longest chain of `extends`, the first profile included.
inline constexpr size_t kMaxExtendsChain = 8;

// A file that a profile extends by path, with its text. The path is as ExtendedPath gives it from
// the file name of the first profile: relative to that one's folder.
struct ExtendedFile {
  std::string path;
  std::string yaml;
};

// The file that `extends: NAME` means in the file `from`.
std::string ExtendedPath(std::string_view from, std::string_view name);

// Whether `path`, which the last file of `chain` calls `name`, may be read next. kInvalidProfile
// when it is a file that does not end as YAML files do (a profile of somebody else's must not name
// any file), closes a loop or makes the chain too long.
absl::Status CheckExtends(std::string_view name, std::string_view path,
                          const std::vector<std::string>& chain);

// The files that the profile `yaml` of the file `path` extends, and that those extend, up to one
// that extends none or names a device of the catalog. Stops at a text that is not YAML, which
// reading the profile then reports. kFileNotFound, kIoError or kInvalidProfile with file, line and
// key.
absl::StatusOr<std::vector<ExtendedFile>> ReadExtendedFiles(const std::string& path,
                                                            std::string_view yaml);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_PROFILE_FILE_H_
