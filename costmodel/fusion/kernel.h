#ifndef ROOFLINE_COSTMODEL_FUSION_KERNEL_H_
#define ROOFLINE_COSTMODEL_FUSION_KERNEL_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "costmodel/analysis/buffers.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/operators/work.h"

namespace roofline {

// What one execution of a kernel moves of one buffer.
struct Traffic {
  BufferId buffer;
  bool write = false;
  Count bytes;  // less than the buffer where only rows of it are read; more where it is re-read
};

// What a runtime starts at once: one layer, or several fused ones.
struct Kernel {
  std::vector<size_t> layers;  // indices of layers, ascending; never empty
  size_t main = 0;             // the layer whose class decides how fast it runs: it has most MACs,
                               // else most bytes
  std::string_view pattern;    // the rule that fused it; empty for a layer of its own
  Work work;                   // of one execution, summed over the layers; without operand bytes
  std::vector<Traffic> traffic;  // of one execution; one entry per buffer and direction
  Count repeat = 1;              // executions per inference
};

// Every layer is in exactly one kernel.
struct KernelPlan {
  std::vector<Kernel> kernels;          // in execution order
  std::vector<size_t> kernel_of_layer;  // parallel to the layers
};

// How layers become kernels.
enum class Fusion : uint8_t {
  kNone,     // each layer is a kernel
  kRuntime,  // as inference runtimes do it; see patterns.h
};

std::string_view FusionName(Fusion fusion);  // "none", "runtime"

// One kernel of some layers (ascending indices, same `repeat`): work summed, each buffer read and
// written once. `inner` are the buffers that only these layers touch: they cost no traffic.
Kernel MakeKernel(const std::vector<Layer>& layers, const BufferTable& buffers,
                  std::vector<size_t> members, std::string_view pattern,
                  const std::vector<BufferId>& inner);

// Every layer its own kernel.
KernelPlan SeparateKernels(const std::vector<Layer>& layers, const BufferTable& buffers);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_KERNEL_H_
