#ifndef ROOFLINE_COSTMODEL_EFFICIENCY_DEFAULTS_H_
#define ROOFLINE_COSTMODEL_EFFICIENCY_DEFAULTS_H_

#include <array>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"

namespace roofline {

// What runtimes typically reach on one kind of device, for profiles that do not say.
struct KindDefaults {
  EfficiencyTable efficiency;
  Overheads overheads;
  std::optional<Sourced<BytesPerSecond>> core_bandwidth;  // CPUs
  std::map<std::string, std::string> sources;             // key -> where that is, in words
};

// Defaults of every kind of device.
class EfficiencyDefaults {
 public:
  // Reads <data directory>/efficiencies/<kind>.yaml for every kind. kInvalidProfile with file and
  // line; kFileNotFound.
  static absl::StatusOr<EfficiencyDefaults> Load(const std::string& data_directory);

  const KindDefaults& of(DeviceKind kind) const { return kinds_[static_cast<size_t>(kind)]; }

 private:
  std::array<KindDefaults, 6> kinds_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EFFICIENCY_DEFAULTS_H_
