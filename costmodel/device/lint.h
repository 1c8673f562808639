#ifndef ROOFLINE_COSTMODEL_DEVICE_LINT_H_
#define ROOFLINE_COSTMODEL_DEVICE_LINT_H_

#include <string>
#include <vector>

#include "costmodel/device/catalog.h"
#include "costmodel/device/profile.h"
#include "costmodel/yaml/finding.h"

namespace roofline {

// What a profile that can be read may still have wrong: a number without a source (a warning), far
// outside what hardware does, or in contradiction to another one without a `reason`: format ratios
// that are no power of two, a matrix peak unlike its units (sparse figures), a bandwidth unlike bus
// width times rate, an implausible ridge point. Returns all findings.
Findings LintProfile(const DeviceProfile& profile);

// What only a catalog must have: id as the file is called, vendor, architecture, year; ids, names
// and aliases that no two devices share.
Findings LintCatalogEntry(const DeviceProfile& profile);
Findings LintUniqueNames(const std::vector<ProfilePtr>& profiles);

// A file, or every *.yaml file of a folder and the folders below it one level deep, read and
// checked; `checked` counts them. A folder is held to the rules of a catalog. Profiles may extend
// devices of `catalog`. kFileNotFound when there is no profile at `path`.
struct ValidationResult {
  int checked = 0;
  Findings findings;
};
absl::StatusOr<ValidationResult> ValidatePath(const DeviceCatalog& catalog,
                                              const std::string& path);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_LINT_H_
