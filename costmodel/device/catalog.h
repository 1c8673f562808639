#ifndef ROOFLINE_COSTMODEL_DEVICE_CATALOG_H_
#define ROOFLINE_COSTMODEL_DEVICE_CATALOG_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"
#include "costmodel/device/profile_file.h"
#include "costmodel/device/profile_reader.h"
#include "costmodel/yaml/finding.h"

namespace roofline {

using ProfilePtr = std::shared_ptr<const DeviceProfile>;

// The device profiles of a folder, one file `<vendor>/<id>.yaml` each. Files are read when first
// asked for and kept; copies share what was read. May be used from several threads.
class DeviceCatalog {
 public:
  // Lists the files of `directory`, reading none. kFileNotFound when there is no such folder.
  static absl::StatusOr<DeviceCatalog> Open(const std::string& directory);
  // The catalog of DataDirectory().
  static absl::StatusOr<DeviceCatalog> OpenDefault();

  // By id, alias or name; letter case, blanks and punctuation do not count. kUnknownDevice with the
  // nearest names, or kInvalidProfile when its file is broken.
  absl::StatusOr<ProfilePtr> Find(std::string_view name) const;

  std::vector<std::string> Ids() const;  // in alphabetical order
  // Every readable profile by id; what is wrong with the others goes to `findings`.
  std::vector<ProfilePtr> All(Findings& findings) const;

  // A profile from YAML text, e.g. of a request; `label` names it in errors. It may extend a
  // profile of this catalog or a file of `extended`; no file of the caller's choice is opened.
  // kInvalidProfile with the first mistake and the count of the others.
  absl::StatusOr<ProfilePtr> Parse(std::string_view yaml, std::string_view label,
                                   const std::vector<ExtendedFile>& extended = {}) const;
  // The same with every finding; nullptr when there is an error among them.
  ProfilePtr Parse(std::string_view yaml, std::string_view label, Findings& findings,
                   const std::vector<ExtendedFile>& extended = {}) const;

  // A user's own file. It may extend a profile of this catalog or, by a path that ends in .yaml and
  // is relative to the file, another file.
  absl::StatusOr<ProfilePtr> ReadFile(const std::string& path) const;
  ProfilePtr ReadFile(const std::string& path, Findings& findings) const;

  // Where the file of a device lies; empty for an unknown id.
  std::string PathOf(std::string_view id) const;

 private:
  struct State;
  explicit DeviceCatalog(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

// What a --device option names: a path (it contains '/' or ends in .yaml or .yml) to a profile of
// the user's own, or a device of the catalog.
absl::StatusOr<ProfilePtr> ResolveDevice(const DeviceCatalog& catalog, const std::string& text);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_CATALOG_H_
