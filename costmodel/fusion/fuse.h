#ifndef ROOFLINE_COSTMODEL_FUSION_FUSE_H_
#define ROOFLINE_COSTMODEL_FUSION_FUSE_H_

#include <vector>

#include "costmodel/analysis/buffers.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/fusion/runtime.h"
#include "costmodel/graph/graph.h"

namespace roofline {

// Kernels as a runtime makes them: Patterns() over all layers, every other layer a kernel of its
// own. Never mixes graph runs; each kernel comes after those whose outputs it reads.
KernelPlan FuseKernels(const Model& model, const std::vector<Layer>& layers,
                       const BufferTable& buffers, Runtime runtime);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_FUSE_H_
