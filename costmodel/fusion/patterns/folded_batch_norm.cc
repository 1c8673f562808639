#include "costmodel/fusion/patterns/folded_batch_norm.h"

#include <algorithm>

#include "costmodel/fusion/pointwise.h"

namespace roofline {

std::vector<size_t> FoldedBatchNorm(const Flow& flow, const std::vector<size_t>& chain) {
  if (!flow.IsConstant(chain.front(), 1)) return {};
  for (size_t i = 1; i < std::min<size_t>(chain.size(), 3); ++i) {
    if (flow.Is(chain[i], "BatchNormalization")) return {chain[i]};
    if (!flow.Is(chain[i], "Add") || OutsideOperands(flow, chain, chain[i]) > 0) return {};
  }
  return {};
}

}  // namespace roofline
