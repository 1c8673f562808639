#ifndef ROOFLINE_COSTMODEL_FUSION_PATTERNS_FOLDED_BATCH_NORM_H_
#define ROOFLINE_COSTMODEL_FUSION_PATTERNS_FOLDED_BATCH_NORM_H_

#include <cstddef>
#include <vector>

#include "costmodel/fusion/flow.h"

namespace roofline {

// Of the layers behind a producer (the first of `chain`): a batch norm straight behind constant
// weights, or behind those and a constant bias, is part of them before the first run.
std::vector<size_t> FoldedBatchNorm(const Flow& flow, const std::vector<size_t>& chain);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_PATTERNS_FOLDED_BATCH_NORM_H_
