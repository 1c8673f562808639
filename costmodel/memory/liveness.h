#ifndef ROOFLINE_COSTMODEL_MEMORY_LIVENESS_H_
#define ROOFLINE_COSTMODEL_MEMORY_LIVENESS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "costmodel/analysis/buffers.h"
#include "costmodel/count.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// The kernel at which most bytes of activations are alive.
struct ActivationPeak {
  Count bytes;                   // alive while it runs, with its workspace
  std::optional<size_t> kernel;  // in KernelPlan::kernels, the first such; nullopt without kernels
  std::vector<BufferId> live;    // then, largest first
};

// Peak of inputs, activations and outputs; `buffers` are BufferTable::buffers(). A buffer is alive
// from its first use to its last; inputs from the start, outputs to the end. What lives when a loop
// starts and is used in it lives until the loop ends. Weights and tensors inside fused kernels take
// nothing. `workspaces` are bytes that a kernel needs besides, parallel to the kernels; empty: none
// known.
ActivationPeak PeakActivations(const KernelPlan& plan, std::span<const Buffer> buffers,
                               std::span<const Count> workspaces = {});

// Device memory that one inference needs.
struct MemoryFootprint {
  Count weights;                  // bytes of all constants, each once
  ActivationPeak activations;     // inputs and outputs among them, also those of the KV cache
  std::optional<Count> kv_cache;  // bytes of the cache after this inference; of decoders

  Count Total() const { return weights + activations.bytes; }
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEMORY_LIVENESS_H_
