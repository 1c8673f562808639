#include "costmodel/device/profile_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "costmodel/device/compute_reader.h"
#include "costmodel/device/device_name.h"
#include "costmodel/device/efficiency_reader.h"
#include "costmodel/device/map_reader.h"
#include "costmodel/device/merge.h"
#include "costmodel/nearest.h"
#include "costmodel/onnx/sha256.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {
namespace {

constexpr int64_t kMaxInstances = 1'000'000;

// Takes a word of a fixed set; `from_name` translates it.
template <class E>
std::optional<E> TakeWord(MapReader& map, std::string_view key,
                          std::optional<E> (*from_name)(std::string_view),
                          std::string_view expected) {
  const auto word = map.TakeText(key);
  if (!word.has_value()) return std::nullopt;
  const auto value = from_name(*word);
  if (!value.has_value()) {
    map.Report(map.node().Find(key)->line, key,
               fmt::format("'{}': expected one of {}", word->substr(0, 40), expected));
  }
  return value;
}

void ReadNames(MapReader& root, std::string_view file, DeviceProfile& profile) {
  if (const auto id = root.TakeText("id")) {
    profile.id = *id;
    if (!IsDeviceId(*id)) {
      root.Report(root.node().Find("id")->line, "id", fmt::format("expected {}", kDeviceIdForm));
    }
  } else {
    profile.id = std::filesystem::path(file).stem().string();
  }
  profile.name = root.TakeText("name").value_or(profile.id);
  profile.aliases = root.TakeTexts("aliases");
  profile.extends = root.TakeText("extends").value_or("");
  profile.note = root.TakeText("note").value_or("");
}

void ReadIdentity(MapReader& root, std::string_view file, DeviceProfile& profile) {
  ReadNames(root, file, profile);
  profile.vendor = root.TakeText("vendor").value_or("");
  profile.architecture = root.TakeText("architecture").value_or("");
  profile.verified = root.TakeBool("verified").value_or(true);
  if (const auto kind = TakeWord(root, "kind", &DeviceKindFromName,
                                 "cpu, gpu, igpu, soc-gpu, accelerator, npu")) {
    profile.kind = *kind;
  }
  if (const auto year = root.TakeInteger("year", 2100)) profile.year = year->value;
}

void ReadSources(MapReader& root, DeviceProfile& profile) {
  const YamlNode* sources = root.Take("sources");
  if (sources == nullptr) return;
  bool good = sources->kind == YamlNode::Kind::kMap;
  for (const YamlNode::Entry& entry : sources->entries) {
    good = good && entry.value.kind == YamlNode::Kind::kScalar;
    profile.sources[entry.key] = entry.value.scalar;
  }
  if (!good) root.Report(sources->line, "sources", "expected 'key: where that is, in words' lines");
}

void ReadMemory(MapReader& root, DeviceProfile& profile) {
  std::optional<Sourced<BytesPerSecond>> bandwidth =
      root.TakeQuantity("memory_bandwidth", &ParseBytesPerSecond);
  if (std::optional<MapReader> memory = root.TakeMap("memory")) {
    Memory& out = profile.memory;
    out.size = memory->TakeQuantity("size", &ParseBytes);
    if (auto stated = memory->TakeQuantity("bandwidth", &ParseBytesPerSecond)) bandwidth = stated;
    out.measured_bandwidth = memory->TakeQuantity("measured_bandwidth", &ParseBytesPerSecond);
    out.core_bandwidth = memory->TakeQuantity("core_bandwidth", &ParseBytesPerSecond);
    out.bus_width = memory->TakeInteger("bus_width", 1 << 20);
    out.data_rate = memory->TakeQuantity("data_rate", &ParseBitsPerSecond);
    memory->Finish();
  }
  if (bandwidth.has_value()) profile.memory.bandwidth = *std::move(bandwidth);
}

void ReadCache(MapReader& map, DeviceProfile& profile) {
  Cache cache;
  cache.line = map.node().line;
  cache.level = map.TakeText("level").value_or("");
  if (cache.level.empty()) map.Report(cache.line, "level", "expected a name such as L2");
  if (const auto scope = TakeWord(map, "scope", &CacheScopeFromName, "core, cluster, socket")) {
    cache.scope = *scope;
  }
  auto size = map.TakeQuantity("size", &ParseBytes);
  if (map.node().Find("size") == nullptr) map.Report(cache.line, "size", "missing");
  cache.count = map.TakeInteger("count", kMaxInstances);
  cache.bandwidth = map.TakeQuantity("bandwidth", &ParseBytesPerSecond);
  map.Finish();
  if (!size.has_value()) return;
  cache.size = *std::move(size);
  profile.caches.push_back(std::move(cache));
}

void ReadCaches(MapReader& root, DeviceProfile& profile) {
  const YamlNode* caches = root.Take("caches");
  if (caches == nullptr) return;
  if (caches->kind != YamlNode::Kind::kSequence) {
    root.Report(caches->line, "caches", "expected a list, '- {level: L2, size: 1 MiB, ...}'");
    return;
  }
  int index = 0;
  for (const YamlNode& item : caches->items) {
    MapReader map(item, fmt::format("caches[{}]", index++), root.default_source(), root.context());
    ReadCache(map, profile);
  }
}

void ReadSurroundings(MapReader& root, DeviceProfile& profile) {
  if (std::optional<MapReader> link = root.TakeMap("host_link")) {
    profile.host_link = HostLink{link->TakeText("name").value_or(""),
                                 link->TakeQuantity("bandwidth", &ParseBytesPerSecond)};
    link->Finish();
  }
  profile.overheads = ReadOverheads(root);
  profile.tdp = root.TakeQuantity("tdp", &ParseWatts);
}

void CheckComplete(const YamlNode& tree, const DeviceProfile& profile, Findings& findings) {
  const auto missing = [&](std::string key, std::string message) {
    findings.push_back(
        {Severity::kError, profile.file, tree.line, std::move(key), std::move(message)});
  };
  if (profile.memory.bandwidth.value.value() <= 0) {
    missing("memory.bandwidth", "missing; e.g. 'memory: {bandwidth: 484 GB/s}'");
  }
  if (!ChooseRate(profile, Precision::kFp32).has_value()) {
    missing("compute.peak",
            "missing; state a peak, or cores, fma_units_per_core, simd_lanes and a clock");
  }
}

DeviceProfile ReadTree(const YamlNode& tree, std::string_view file, const DeviceProfile* base,
                       Findings& findings) {
  const size_t before = findings.size();
  DeviceProfile profile;
  profile.file = file;
  ReadContext context{findings, &profile.sources};
  if (const YamlNode* sources = tree.Find("sources")) {
    for (const YamlNode::Entry& entry : sources->entries) profile.sources[entry.key] = "";
  }
  MapReader root(tree, "", "", context);
  ReadSources(root, profile);
  ReadIdentity(root, file, profile);
  ReadCompute(root, profile);
  ReadMemory(root, profile);
  ReadCaches(root, profile);
  ReadSurroundings(root, profile);
  profile.efficiency = ReadEfficiencies(root);
  root.Finish();
  // What follows would only repeat a mistake already reported.
  if (findings.size() > before &&
      HasErrors({findings.begin() + static_cast<int64_t>(before), findings.end()})) {
    return profile;
  }
  SettlePeaks(base, profile, findings);
  CheckComplete(tree, profile, findings);
  return profile;
}

// The profile that `tree` extends; nullptr without one, or with an error among the findings.
std::shared_ptr<const ProfileDocument> FindBase(const YamlNode& tree, std::string_view file,
                                                const BaseLookup& bases, Findings& findings) {
  const YamlNode* extends = tree.Find("extends");
  if (extends == nullptr) return nullptr;
  auto base = bases(extends->scalar);
  if (base.ok()) return *base;
  findings.push_back({Severity::kError, std::string(file), extends->line, "extends",
                      std::string(MessageOf(base.status()))});
  return nullptr;
}

// So that two profiles with one digest give the same numbers, whatever they extend.
void SetDigest(std::string_view text, const ProfileDocument* base, DeviceProfile& profile,
               Findings& findings) {
  const auto digest =
      Sha256Hex(base == nullptr ? std::string(text) : std::string(text) + base->profile.digest);
  if (digest.ok()) {
    profile.digest = "sha256:" + *digest;
  } else {
    findings.push_back(
        {Severity::kError, profile.file, 0, "", std::string(MessageOf(digest.status()))});
  }
}

}  // namespace

std::shared_ptr<const ProfileDocument> ReadProfile(std::string_view text, std::string_view file,
                                                   const BaseLookup& bases, Findings& findings) {
  const size_t before = findings.size();
  std::optional<YamlNode> tree = ParseStrictYaml(text, file, "profile", findings);
  if (!tree.has_value()) return nullptr;
  const auto base = FindBase(*tree, file, bases, findings);
  if (base == nullptr && tree->Find("extends") != nullptr) return nullptr;
  if (base != nullptr) *tree = MergeOver(base->tree, *tree);
  auto document = std::make_shared<ProfileDocument>();
  document->profile = ReadTree(*tree, file, base == nullptr ? nullptr : &base->profile, findings);
  SetDigest(text, base.get(), document->profile, findings);
  document->tree = *std::move(tree);
  if (HasErrors({findings.begin() + static_cast<int64_t>(before), findings.end()})) return nullptr;
  return document;
}

}  // namespace roofline
