#ifndef ROOFLINE_COSTMODEL_FUSION_STORED_WEIGHT_H_
#define ROOFLINE_COSTMODEL_FUSION_STORED_WEIGHT_H_

#include <cstddef>
#include <optional>

#include "costmodel/count.h"
#include "costmodel/fusion/flow.h"
#include "costmodel/graph/dtype.h"

namespace roofline {

// A weight that the model dequantises before it is used.
struct StoredWeight {
  DType dtype = DType::kUndefined;  // as stored
  Count scale_bytes;                // scales and zero points
};

// The constant DequantizeLinear behind a constant operand, seen through transposes and views;
// nullopt when there is none.
std::optional<StoredWeight> FindStoredWeight(const Flow& flow, size_t layer, size_t operand);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_STORED_WEIGHT_H_
