#include "costmodel/device/detect/topology.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace roofline {
namespace {

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::optional<int64_t> ReadNumber(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

// "0-3,8" as the CPUs 0, 1, 2, 3, 8.
std::set<int> CpuList(const std::string& text) {
  std::set<int> cpus;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const size_t dash = part.find('-');
    const auto first = ReadNumber(part);
    const auto last = dash == std::string::npos ? first : ReadNumber(part.substr(dash + 1));
    if (!first.has_value() || !last.has_value() || *last - *first > 65536) continue;
    for (int64_t cpu = *first; cpu <= *last; ++cpu) cpus.insert(static_cast<int>(cpu));
  }
  return cpus;
}

// The value of the first "key : value" line of /proc/cpuinfo or /proc/meminfo.
std::string ProcValue(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos || !line.starts_with(key)) continue;
    const size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

std::string VendorName(const std::string& id) {
  if (id == "AuthenticAMD") return "AMD";
  if (id == "GenuineIntel") return "Intel";
  return id;
}

std::string CpuFolder(const std::string& root, int cpu) {
  return fmt::format("{}/sys/devices/system/cpu/cpu{}", root, cpu);
}

void ReadCores(const std::string& root, const std::vector<int>& cpus, Topology& topology) {
  std::set<std::string> packages;
  std::map<std::pair<std::string, std::string>, int> cores;
  for (const int cpu : cpus) {
    const std::string folder = CpuFolder(root, cpu) + "/topology";
    const std::string package = FirstLine(folder + "/physical_package_id");
    std::string core = FirstLine(folder + "/core_id");
    if (core.empty()) core = fmt::format("cpu{}", cpu);
    packages.insert(package);
    cores.emplace(std::pair(package, core), cpu);
  }
  topology.sockets = std::max<int>(1, static_cast<int>(packages.size()));
  topology.cores = std::max<int>(1, static_cast<int>(cores.size()));
  for (const auto& [core, cpu] : cores) topology.core_cpus.push_back(cpu);
}

// Instances of the cache `index` that the CPUs touch, and whether several cores share one.
void CountInstances(const std::string& root, int index, const Topology& topology,
                    MachineCache& cache) {
  std::map<std::string, int> cores_of_instance;
  for (const int cpu : topology.core_cpus) {
    const std::string shared =
        FirstLine(fmt::format("{}/cache/index{}/shared_cpu_list", CpuFolder(root, cpu), index));
    ++cores_of_instance[shared.empty() ? fmt::format("{}", cpu)
                                       : fmt::format("{}", fmt::join(CpuList(shared), ","))];
  }
  cache.instances = static_cast<int>(cores_of_instance.size());
  for (const auto& [shared, cores] : cores_of_instance) {
    cache.one_core_each = cache.one_core_each && cores == 1;
  }
}

// A cache that belongs to a part of the machine we may not use still has one instance for us; only
// one core on an L3 says nothing about sharing.
void ReadCaches(const std::string& root, Topology& topology) {
  if (topology.core_cpus.empty()) return;
  constexpr int kMaxIndex = 10;
  for (int index = 0; index < kMaxIndex; ++index) {
    const std::string folder =
        fmt::format("{}/cache/index{}", CpuFolder(root, topology.core_cpus[0]), index);
    const std::string type = FirstLine(folder + "/type");
    if (type.empty()) break;
    const auto level = ReadNumber(FirstLine(folder + "/level"));
    const std::string size = FirstLine(folder + "/size");  // "512K"
    const auto kib = ReadNumber(size);
    if (type == "Instruction" || !level.has_value() || !kib.has_value() || *kib <= 0) continue;
    MachineCache cache;
    cache.level = static_cast<int>(*level);
    cache.size_bytes = *kib * (size.ends_with('M') ? 1 << 20 : 1 << 10);
    CountInstances(root, index, topology, cache);
    topology.caches.push_back(cache);
  }
}

// CPUs' worth of time the cgroup grants; nullopt without a limit.
std::optional<int> CgroupCpus() {
  std::istringstream line(FirstLine("/sys/fs/cgroup/cpu.max"));  // "max 100000" or "200000 100000"
  double quota = 0;
  double period = 0;
  if (!(line >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

}  // namespace

std::vector<int> UsableCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
  }
  if (cpus.empty()) cpus.push_back(0);
  const auto granted = CgroupCpus();
  if (granted.has_value() && *granted < static_cast<int>(cpus.size())) {
    cpus.resize(static_cast<size_t>(*granted));
  }
  return cpus;
}

Topology ReadTopology(const std::string& root, const std::vector<int>& cpus) {
  Topology topology;
  topology.model = ProcValue(root + "/proc/cpuinfo", "model name");
  topology.vendor = VendorName(ProcValue(root + "/proc/cpuinfo", "vendor_id"));
  ReadCores(root, cpus, topology);
  ReadCaches(root, topology);
  const auto kib = ReadNumber(ProcValue(root + "/proc/meminfo", "MemTotal"));
  if (kib.has_value()) topology.memory_bytes = *kib * 1024;
  return topology;
}

}  // namespace roofline
