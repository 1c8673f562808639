#ifndef ROOFLINE_COSTMODEL_DEVICE_PROFILE_READER_H_
#define ROOFLINE_COSTMODEL_DEVICE_PROFILE_READER_H_

#include <functional>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"
#include "costmodel/yaml/finding.h"
#include "costmodel/yaml/node.h"

namespace roofline {

// A profile and the YAML it was read from, with whatever it extends filled in.
struct ProfileDocument {
  YamlNode tree;
  DeviceProfile profile;
};

// Finds the profile that `extends: NAME` names.
using BaseLookup =
    std::function<absl::StatusOr<std::shared_ptr<const ProfileDocument>>(std::string_view name)>;

// Reads a profile from YAML text; devices/README.md describes the format. `file` names the text in
// findings, and gives the id when the profile states none. All mistakes go to `findings`; nullptr
// when there is an error among them.
std::shared_ptr<const ProfileDocument> ReadProfile(std::string_view text, std::string_view file,
                                                   const BaseLookup& bases, Findings& findings);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_PROFILE_READER_H_
