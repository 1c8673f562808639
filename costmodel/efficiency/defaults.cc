#include "costmodel/efficiency/defaults.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "costmodel/device/efficiency_reader.h"
#include "costmodel/device/map_reader.h"
#include "costmodel/error.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {
namespace {

constexpr std::array kKinds = {DeviceKind::kCpu,    DeviceKind::kGpu,         DeviceKind::kIgpu,
                               DeviceKind::kSocGpu, DeviceKind::kAccelerator, DeviceKind::kNpu};

KindDefaults ReadKind(const YamlNode& tree, Findings& findings) {
  KindDefaults defaults;
  if (const YamlNode* sources = tree.Find("sources")) {
    for (const YamlNode::Entry& entry : sources->entries)
      defaults.sources[entry.key] = entry.value.scalar;
  }
  ReadContext context{findings, &defaults.sources};
  MapReader root(tree, "", "", context);
  root.Take("sources");
  defaults.efficiency = ReadEfficiencies(root);
  defaults.overheads = ReadOverheads(root);
  defaults.core_bandwidth = root.TakeQuantity("core_bandwidth", &ParseBytesPerSecond);
  root.Finish();
  return defaults;
}

}  // namespace

absl::StatusOr<EfficiencyDefaults> EfficiencyDefaults::Load(const std::string& data_directory) {
  EfficiencyDefaults defaults;
  for (const DeviceKind kind : kKinds) {
    const std::string path =
        fmt::format("{}/efficiencies/{}.yaml", data_directory, DeviceKindName(kind));
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    if (!file) {
      return Error(Reason::kFileNotFound,
                   fmt::format("{}: cannot be read; set ROOFLINE_DATA_DIR to the folder that holds "
                               "devices/ and efficiencies/",
                               path));
    }
    Findings findings;
    const auto tree = ParseStrictYaml(text, path, "table of efficiencies", findings);
    if (tree) defaults.kinds_[static_cast<size_t>(kind)] = ReadKind(*tree, findings);
    RETURN_IF_ERROR(StatusOfFindings(findings, Reason::kInvalidProfile));
  }
  return defaults;
}

}  // namespace roofline
