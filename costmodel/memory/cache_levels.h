#ifndef ROOFLINE_COSTMODEL_MEMORY_CACHE_LEVELS_H_
#define ROOFLINE_COSTMODEL_MEMORY_CACHE_LEVELS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "costmodel/count.h"
#include "costmodel/device/profile.h"
#include "costmodel/units.h"

namespace roofline {

// A cache as the running threads see it.
struct CacheLevel {
  std::string name;  // "L2", "L3"
  CacheScope scope = CacheScope::kSocket;
  double instances = 1;      // caches that the threads use
  Count capacity;            // bytes of these together
  BytesPerSecond bandwidth;  // read bandwidth of these together
  std::string source;        // key of DeviceProfile::sources for the bandwidth
};

// Caches that can serve operands, nearest first. `threads` are those of a CPU, one per core,
// filling cluster by cluster and socket by socket; nullopt: all cores.
//
// Left out: caches without a stated bandwidth (the plain roof then holds), clusters whose number is
// not stated, and L1, which holds tiles of an operand within a kernel but no operand from one
// kernel to the next.
//
// Private caches count together: runtimes split tensors in the same way from kernel to kernel, so
// that a core re-reads the part which is in its own cache. That is optimistic for operands that
// every core reads whole. A shared cache gives each core its share of the bandwidth.
std::vector<CacheLevel> UsableCacheLevels(const DeviceProfile& profile,
                                          std::optional<int64_t> threads);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEMORY_CACHE_LEVELS_H_
