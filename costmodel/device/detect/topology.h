#ifndef ROOFLINE_COSTMODEL_DEVICE_DETECT_TOPOLOGY_H_
#define ROOFLINE_COSTMODEL_DEVICE_DETECT_TOPOLOGY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace roofline {

struct MachineCache {
  int level = 0;              // 1, 2, 3; data or unified
  int64_t size_bytes = 0;     // of one instance
  int instances = 1;          // that the usable CPUs touch
  bool one_core_each = true;  // not shared between cores
};

// The part of the machine this process may use.
struct Topology {
  std::string model;   // "AMD EPYC"; empty when unknown
  std::string vendor;  // "AMD", "Intel", "Arm"; empty when unknown
  int sockets = 1;
  int cores = 1;                     // physical, all sockets
  std::vector<int> core_cpus;        // one logical CPU of each core
  std::vector<MachineCache> caches;  // by level; empty when unknown
  int64_t memory_bytes = 0;          // 0 when unknown
};

// The logical CPUs this process may run on, as many as its cgroup grants.
std::vector<int> UsableCpus();

// Reads /proc and /sys below `root` ("" for the running system). Missing files leave the defaults:
// every CPU its own core, no caches.
Topology ReadTopology(const std::string& root, const std::vector<int>& cpus);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_DETECT_TOPOLOGY_H_
