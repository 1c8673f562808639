#ifndef ROOFLINE_COSTMODEL_ANALYSIS_FOOTPRINT_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_FOOTPRINT_H_

#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/count.h"
#include "costmodel/graph/graph.h"

namespace roofline {

// The constants that the layers of a model use, each once however often it is used (tied weights).
struct Footprint {
  // Elements of trained tensors: float tensors of rank 1 or more, and integer tensors that a
  // quantised operator multiplies. Not among them: batch-norm statistics, scales, zero points,
  // shapes, indices, scalars.
  Count parameters;
  // Bytes of all constants, as stored.
  Count weight_bytes;
};

Footprint FootprintOf(const Model& model, const std::vector<Layer>& layers);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_FOOTPRINT_H_
