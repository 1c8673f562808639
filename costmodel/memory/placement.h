#ifndef ROOFLINE_COSTMODEL_MEMORY_PLACEMENT_H_
#define ROOFLINE_COSTMODEL_MEMORY_PLACEMENT_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "costmodel/analysis/buffers.h"
#include "costmodel/count.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// What the caches hold when an inference starts.
enum class MemoryState : uint8_t {
  kWarm,  // what the same inference, run just before, left in them
  kCold,  // nothing
};

std::string_view MemoryStateName(MemoryState state);  // "warm", "cold"

// Bytes by the level that serves them: [i] by cache i, nearest first; the last by DRAM.
using LevelBytes = absl::InlinedVector<Count, 4>;

// Where the bytes of one kernel come from or go to, all its executions of one inference together.
struct KernelPlacement {
  std::vector<LevelBytes> traffic;  // parallel to Kernel::traffic; sums to its bytes * repeat
  LevelBytes total;                 // over `traffic`
};

struct Placement {
  std::vector<KernelPlacement> kernels;  // parallel to KernelPlan::kernels
  LevelBytes total;                      // over the kernels
};

// Decides which memory level serves each operand. `buffers` are BufferTable::buffers(),
// `capacities` are bytes of the caches, nearest first; a cache smaller than a nearer one serves
// nothing.
//
// All bytes touched so far lie in a stack, the most recently used on top (LRU). A buffer whose last
// use is followed by `depth` bytes of distinct other buffers lies between depth and depth + its
// size; the part of it above a cache's capacity line is in that cache. Hence:
// * A read finds its buffer where it lies when the kernel starts: each level serves its part. What
//   was never touched comes from DRAM. More bytes than the buffer has are read again within the
//   kernel: they find the buffer on top.
// * A write (write-back) goes where the next read will find it, to DRAM when nothing reads it
//   before the next write: outputs do.
// * A buffer takes what a kernel touches of it at most: a gather of rows caches these rows.
// * kWarm counts the second of two inferences in a row, with the same rows gathered.
// * Neighbours that repeat equally often are one loop body: its first iteration finds what was
//   before the loop, the others what the iteration before left.
//
// It is optimistic as a floor must be: caches are fully associative, and of a buffer that fits in
// part that part is hit, as the best replacement policy would have it.
Placement PlaceInMemory(const KernelPlan& plan, std::span<const Buffer> buffers,
                        std::span<const Count> capacities, MemoryState state);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEMORY_PLACEMENT_H_
