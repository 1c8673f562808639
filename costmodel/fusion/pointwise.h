#ifndef ROOFLINE_COSTMODEL_FUSION_POINTWISE_H_
#define ROOFLINE_COSTMODEL_FUSION_POINTWISE_H_

#include <cstddef>
#include <vector>

#include "costmodel/fusion/flow.h"

namespace roofline {

// True for a layer whose every output element needs one element of each operand, operands being
// broadcast: arithmetic, comparisons, casts, activations, batch norm by constants, quantisation.
bool IsPointwise(const Flow& flow, size_t layer);

// Operands of `layer` as large as its output that are read from memory when it runs with `members`:
// neither made by one of them nor constant.
size_t OutsideOperands(const Flow& flow, const std::vector<size_t>& members, size_t layer);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_POINTWISE_H_
