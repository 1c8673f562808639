#ifndef ROOFLINE_COSTMODEL_DEVICE_EFFICIENCY_H_
#define ROOFLINE_COSTMODEL_DEVICE_EFFICIENCY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/device/sourced.h"
#include "costmodel/units.h"

namespace roofline {

// A fraction of a peak rate with its spread. `low` and `high` are about the 10th and 90th
// percentile of what was seen.
struct Fraction {
  Sourced<double> typical;
  double low = 0;
  double high = 0;
  int64_t count = 0;  // observations behind it; 0 when not stated
};

// What kernels of one class reach.
struct Efficiency {
  std::string operator_class;  // one of kEfficiencyClasses
  std::optional<Fraction> compute;
  std::optional<Fraction> memory;
  // Added to each kernel of the class: ramp-up, tails and helper kernels, whatever its size.
  std::optional<Sourced<Seconds>> extra;
};

struct EfficiencyTable {
  std::vector<Efficiency> classes;
  // Share of the shorter of compute and transfer that hides behind the longer: 1 is the roofline,
  // 0 their sum.
  std::optional<Sourced<double>> overlap;
};

// The names of OperatorClass, "default" for all of them, and finer ones. Those in "_matrix" are of
// products on a matrix unit. Two are of no operator: "transcendental" is the part of the rate of
// single operations at which exponentials and the like come out, and "host_transfer" the part of
// the host link's bandwidth.
inline constexpr std::array<std::string_view, 28> kEfficiencyClasses = {"default",
                                                                        "convolution",
                                                                        "convolution_1d",
                                                                        "convolution_1d_depthwise",
                                                                        "convolution_1x1",
                                                                        "convolution_3x3",
                                                                        "convolution_depthwise",
                                                                        "convolution_grouped",
                                                                        "convolution_matrix",
                                                                        "matmul",
                                                                        "matmul_matrix",
                                                                        "matvec",
                                                                        "attention",
                                                                        "recurrent",
                                                                        "normalization",
                                                                        "local_response_norm",
                                                                        "activation",
                                                                        "elementwise",
                                                                        "pooling",
                                                                        "reduction",
                                                                        "softmax",
                                                                        "data_movement",
                                                                        "resize",
                                                                        "quantization",
                                                                        "selection",
                                                                        "other",
                                                                        "transcendental",
                                                                        "host_transfer"};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_EFFICIENCY_H_
