#ifndef ROOFLINE_COSTMODEL_FUSION_BLOCKED_OPERATORS_H_
#define ROOFLINE_COSTMODEL_FUSION_BLOCKED_OPERATORS_H_

#include <cstddef>

#include "costmodel/fusion/flow.h"

namespace roofline {

// What an operator can do with 4-D float tensors whose channels are in blocks, as NchwcTransformer
// of ONNX Runtime decides it. Blocks are 8 channels, one AVX register.
inline constexpr int64_t kBlock = 8;

// A convolution with constant weights whose channels fill blocks.
bool MakesBlocks(const Flow& flow, size_t layer);
// Such a convolution reads blocks too: too few input channels are read as they are.
bool NeedsBlocks(const Flow& flow, size_t layer);
// Pooling that wants blocks whatever it is given.
bool IsBlockedPooling(const Flow& flow, size_t layer);
// Global pooling, batch norm, activations and resizing by whole factors: blocks in, blocks out.
bool PassesBlocks(const Flow& flow, size_t layer);
// Sums, products and concatenations of tensors that all are in blocks.
bool JoinsBlocks(const Flow& flow, size_t layer);
// A transpose to channels last: it is the copy out of blocks itself.
bool IsChannelsLast(const Flow& flow, size_t layer);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_BLOCKED_OPERATORS_H_
