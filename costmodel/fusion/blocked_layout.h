#ifndef ROOFLINE_COSTMODEL_FUSION_BLOCKED_LAYOUT_H_
#define ROOFLINE_COSTMODEL_FUSION_BLOCKED_LAYOUT_H_

#include <cstddef>
#include <vector>

#include "costmodel/analysis/buffers.h"
#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// The layout that a CPU's convolutions like: channels in blocks of one vector register (NCHWc).
// Which tensors are kept so follows NchwcTransformer of ONNX Runtime
// (onnxruntime/core/optimizer/nchwc_transformer.cc): those between convolutions, pooling, sums and
// activations. Where another operator reads or makes such a tensor it is copied into the other
// layout.
class BlockedLayout {
 public:
  // `groups` holds what runs at once with the convolutions.
  BlockedLayout(const Flow& flow, const Groups& groups);

  // Lets a convolution whose result only a sum of two blocked tensors reads add the other one
  // itself, with the activation behind the sum.
  void FuseResiduals(Groups& groups) const;

  // The copies into another layout that run with each layer. Parallel to the layers.
  LayerTraffic Reorders(const BufferTable& buffers) const;

  // The first output is blocked.
  bool IsBlocked(size_t layer) const { return blocked_[layer]; }

 private:
  bool ReadsBlocked(size_t layer, size_t operand) const;
  bool ReadsOnlyBlocked(size_t layer) const;
  bool KeepsBlocks(size_t layer) const;
  void Visit(size_t layer, const Groups& groups);
  bool IsReadPlain(size_t layer) const;
  bool FuseResidual(size_t sum, size_t convolution, Groups& groups) const;

  const Flow& flow_;
  std::vector<bool> blocked_;  // of each layer's first output
  std::vector<bool> takes_;    // the layer reads its operands in blocks
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_BLOCKED_LAYOUT_H_
