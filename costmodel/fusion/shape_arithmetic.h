#ifndef ROOFLINE_COSTMODEL_FUSION_SHAPE_ARITHMETIC_H_
#define ROOFLINE_COSTMODEL_FUSION_SHAPE_ARITHMETIC_H_

#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"

namespace roofline {

// Groups, for each run of a graph, the layers whose results follow from the shapes of the inputs: a
// runtime computes them once per shape, on the side.
void FoldShapeArithmetic(const Flow& flow, Groups& groups);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_SHAPE_ARITHMETIC_H_
