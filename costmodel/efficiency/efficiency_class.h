#ifndef ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_CLASS_H_
#define ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_CLASS_H_

#include <string_view>

#include "absl/container/inlined_vector.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/device/precision.h"

namespace roofline {

// Names out of kEfficiencyClasses, the most specific first, "default" last.
using EfficiencyClasses = absl::InlinedVector<std::string_view, 5>;

// The classes whose efficiency may stand for a layer. Convolutions are told apart by their filter
// (1x1, 3x3 of stride 1 over enough channels for a fast algorithm, depthwise, grouped) and by
// whether they have but one spatial dimension, a matmul of at most kMatvecRows rows is a matvec.
// `unit` is what multiplies.
EfficiencyClasses EfficiencyClassesOf(const Layer& layer, Unit unit = Unit::kVector);

// A class on its own with those whose efficiency may stand in for it on a vector unit, "default"
// last.
EfficiencyClasses CoarserClasses(std::string_view name);

// "convolution_1d_depthwise" or "convolution_1d" for a convolution with one spatial dimension,
// empty for every other layer.
std::string_view LineConvolutionClass(const Layer& layer);

// A product with so few rows reads its matrix once for hardly any reuse.
inline constexpr int64_t kMatvecRows = 4;

// Winograd's algorithm pays from about so many input channels on.
inline constexpr int64_t kWinogradChannels = 16;

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_CLASS_H_
