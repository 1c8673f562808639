#ifndef ROOFLINE_COSTMODEL_OPERATORS_SCALAR_WORK_H_
#define ROOFLINE_COSTMODEL_OPERATORS_SCALAR_WORK_H_

#include <string_view>

#include "costmodel/operators/work.h"

namespace roofline {

// Adds `operations` additions, multiplications ... on elements of `dtype`: integer work for
// integers and bools, floating-point arithmetic otherwise.
inline void AddArithmetic(Work& work, DType dtype, Count operations) {
  (IsFloat(dtype) ? work.arithmetic : work.integer_ops) += operations;
}

// Adds `operations` comparisons or selections on elements of `dtype`.
inline void AddComparisons(Work& work, DType dtype, Count operations) {
  (IsFloat(dtype) ? work.comparisons : work.integer_ops) += operations;
}

// Adds what rounding `n` float results into a quantised type takes: a multiplication by the inverse
// scale, a rounding, the zero point's addition, and two comparisons that saturate.
inline void AddRequantization(Work& work, Count n) {
  work.arithmetic += Count(3) * n;
  work.comparisons += Count(2) * n;
}

// Adds an activation that a fused operator applies to `n` elements, named as in the `activation`
// attributes of ONNX and ONNX Runtime ("Relu", "silu", "HardSigmoid" ...; case does not matter).
// Sigmoid: exp, addition, division; Silu / Swish: one multiplication more; Gelu: erf and 4
// operations; FastGelu: tanh and 7; others as their operators. False for a name it does not know;
// nothing is added then. "" and "none" add nothing and are known.
bool AddActivation(Work& work, std::string_view name, Count n);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_SCALAR_WORK_H_
