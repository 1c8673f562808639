#ifndef ROOFLINE_CLIENT_COMMANDS_DEVICE_COMMANDS_H_
#define ROOFLINE_CLIENT_COMMANDS_DEVICE_COMMANDS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/backend.h"
#include "client/render/table.h"

namespace roofline {

enum class DeviceFormat { kTable, kMarkdown, kCsv, kJson };

struct DeviceFlags {
  std::vector<std::string> devices;  // ids, names or YAML files
  std::vector<std::string> paths;    // of profiles or folders to validate
  std::string filter;
  std::vector<std::string> search;  // words
  std::string sort;
  DeviceFormat format = DeviceFormat::kTable;
  std::string detected_id = "this-machine";
  std::string server;
};

// What `roofline devices list|search|show|compare|validate|detect` write to `out`.
absl::Status ListDevices(const DeviceFlags& flags, std::string& out);
// The same for devices whose name is like `flags.search`; kUnknownDevice when there is none.
absl::Status SearchDevices(const DeviceFlags& flags, std::string& out);
absl::Status ShowDevice(const DeviceFlags& flags, std::string& out);
absl::Status CompareDevices(const DeviceFlags& flags, std::string& out);
// Writes all findings; kInvalidProfile when an error is among them.
absl::Status ValidateDevices(const DeviceFlags& flags, std::string& out);
absl::Status DetectDevice(const DeviceFlags& flags, std::string& out);

// A device with all its numbers: of the catalog by id, alias or name, or read from a file.
absl::StatusOr<v1::Device> FetchDevice(const Backend& backend, const std::string& text);

// A table as kTable, kMarkdown or kCsv.
std::string DeviceTableText(const Table& table, DeviceFormat format);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_DEVICE_COMMANDS_H_
