#ifndef ROOFLINE_COSTMODEL_FUSION_KERNEL_H_
#define ROOFLINE_COSTMODEL_FUSION_KERNEL_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "costmodel/analysis/buffers.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/operators/work.h"

namespace roofline {

// What one execution of a kernel moves of one buffer.
struct Traffic {
  BufferId buffer;
  bool write = false;
  Count bytes;  // less than the buffer where only rows of it are read or where it is stored in
                // fewer bits; more where it is re-read
};

// What a runtime starts at once: one layer, or several fused ones.
struct Kernel {
  std::vector<size_t> layers;  // indices of layers, ascending; never empty
  size_t main = 0;             // the layer whose class decides how fast it runs: it has most MACs,
                               // else most bytes
  std::string_view pattern;    // the rule that fused it; empty for a layer of its own
  Work work;                   // of one execution, summed over the layers; without operand bytes
  std::vector<Traffic> traffic;  // of one execution; one entry per buffer and direction
  // Tensors that are copied into another layout besides, each read and written once an execution.
  std::vector<Traffic> reorders;
  // The same, where a matrix unit multiplies for a framework that has channels first: of layers on
  // their own.
  std::vector<Traffic> matrix_reorders;
  Count repeat = 1;  // executions per inference
  // Of `layers`, those that add no work: done once before the first inference (batch norm inside
  // weights, shape arithmetic) or part of another's constants (DequantizeLinear inside a scale).
  std::vector<size_t> folded;
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

// What each layer moves by itself, one entry per buffer and direction. Parallel to the layers.
using LayerTraffic = std::vector<std::vector<Traffic>>;
LayerTraffic TrafficOf(const std::vector<Layer>& layers, const BufferTable& buffers);

// Layers that run at once: ascending indices, same `repeat`.
struct LayerGroup {
  std::vector<size_t> layers;
  std::string_view pattern;
  std::vector<size_t> folded;  // as in Kernel
  bool at_first = false;       // runs where its first layer stands in the model, not its last
};

// One kernel of a group: work summed, each buffer read and written once. `inner` holds the indices
// of the buffers that only these layers touch: they cost no traffic.
Kernel MakeKernel(const std::vector<Layer>& layers, const LayerTraffic& traffic, LayerGroup group,
                  const absl::flat_hash_set<size_t>& inner);

// Every layer its own kernel.
KernelPlan SeparateKernels(const std::vector<Layer>& layers, const BufferTable& buffers);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_KERNEL_H_
