#ifndef ROOFLINE_COSTMODEL_OPERATORS_MOMENTS_H_
#define ROOFLINE_COSTMODEL_OPERATORS_MOMENTS_H_

#include "costmodel/operators/work.h"

namespace roofline {

// The statistics that normalisation operators share, over `n` elements in `rows` groups. Counted as
// the two-pass definition in the operator texts, which every implementation does at least.

// Mean and centred values: n additions and a division per row; n subtractions.
inline void AddCentering(Work& work, Count n, Count rows) { work.arithmetic += n + rows + n; }

// Inverse root of the mean square: n FMAs; a division, the epsilon's addition, a square root and a
// reciprocal per row.
inline void AddInverseRootMeanSquare(Work& work, Count n, Count rows) {
  work.fmas += n;
  work.arithmetic += Count(4) * rows;
}

// Mean and inverse standard deviation.
inline void AddMoments(Work& work, Count n, Count rows) {
  AddCentering(work, n, rows);
  AddInverseRootMeanSquare(work, n, rows);
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_MOMENTS_H_
