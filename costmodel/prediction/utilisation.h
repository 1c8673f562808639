#ifndef ROOFLINE_COSTMODEL_PREDICTION_UTILISATION_H_
#define ROOFLINE_COSTMODEL_PREDICTION_UTILISATION_H_

#include <optional>

#include "costmodel/analysis/count_work.h"
#include "costmodel/prediction/machine.h"

namespace roofline {

// A contraction as `batch` independent products of an M x K by a K x N matrix.
struct MatrixProduct {
  int64_t batch = 1;
  int64_t m = 1;  // a convolution: images x output positions
  int64_t n = 1;  // a convolution: filters of a group
  int64_t k = 1;  // a convolution: channels of a group x filter extents
};

// The product that a layer of convolutions or matmuls comes to; nullopt for other layers.
std::optional<MatrixProduct> ProductOf(const Layer& layer);

// Part of a CPU's lanes that the widest of the extents M, N and batch fills: the last vector is
// partly empty. 1 for extents that are multiples of `lanes`.
double LaneUtilisation(const MatrixProduct& product, int64_t lanes);

// Part of the rate of `cores` that a product reaches: half with `half_full` outputs for each core,
// all of it with many more. A smooth rise: runtimes choose their tiles to soften what whole tiles
// and waves of them would cost.
double CoreUtilisation(const MatrixProduct& product, int64_t cores, double half_full);

// Part of a CPU's rate that a convolution with one spatial dimension reaches where it runs as a
// matrix product for each image and group, as in ONNX Runtime: half with `half_length` output
// positions, and half with `half_filters` filters to a group.
double LineUtilisation(int64_t length, int64_t filters, double half_length, double half_filters);

// Part of the unit that multiplies which the layer can fill: 1 where its shape is not known to
// matter. Of lanes, or of the columns of a product, on CPUs, of cores (SMs) on GPUs.
double UtilisationOf(const Machine& machine, const RateChoice& rate, const Layer& layer);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_UTILISATION_H_
