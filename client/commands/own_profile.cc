#include "client/commands/own_profile.h"

#include <utility>
#include <vector>

#include "costmodel/device/profile_file.h"
#include "costmodel/error.h"
#include "costmodel/utf8.h"

namespace roofline {

absl::StatusOr<v1::InlineProfile> ReadOwnProfile(const std::string& path) {
  v1::InlineProfile profile;
  profile.set_name(EscapeInvalidUtf8(path));
  ASSIGN_OR_RETURN(*profile.mutable_yaml(), ReadProfileText(path));
  ASSIGN_OR_RETURN(std::vector<ExtendedFile> files, ReadExtendedFiles(path, profile.yaml()));
  for (ExtendedFile& file : files) {
    v1::ExtendedProfile& extended = *profile.add_extended();
    extended.set_path(std::move(file.path));
    extended.set_yaml(std::move(file.yaml));
  }
  return profile;
}

}  // namespace roofline
