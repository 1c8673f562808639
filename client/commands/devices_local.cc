// The commands that only make sense on the user's own machine: they never go to a server.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "client/commands/device_commands.h"
#include "costmodel/counted.h"
#include "costmodel/data_dir.h"
#include "costmodel/device/catalog.h"
#include "costmodel/device/detect/detect.h"
#include "costmodel/device/lint.h"
#include "costmodel/error.h"

namespace roofline {

absl::Status ValidateDevices(const DeviceFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const DeviceCatalog catalog, DeviceCatalog::OpenDefault());
  std::vector<std::string> paths = flags.paths;
  if (paths.empty()) paths.push_back(DataDirectory() + "/devices");
  int checked = 0;
  int64_t errors = 0;
  int64_t warnings = 0;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(const ValidationResult result, ValidatePath(catalog, path));
    checked += result.checked;
    for (const Finding& finding : result.findings) {
      out += FindingText(finding) + "\n";
      ++(finding.severity == Severity::kError ? errors : warnings);
    }
  }
  out += fmt::format("{} checked, {}, {}\n", Counted(checked, "profile"), Counted(errors, "error"),
                     Counted(warnings, "warning"));
  if (errors == 0) return absl::OkStatus();
  return Error(Reason::kInvalidProfile,
               fmt::format("{} in device profiles", Counted(errors, "error")));
}

absl::Status DetectDevice(const DeviceFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(out, DetectProfileYaml({.id = flags.detected_id}));
  return absl::OkStatus();
}

}  // namespace roofline
