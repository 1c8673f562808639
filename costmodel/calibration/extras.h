#ifndef ROOFLINE_COSTMODEL_CALIBRATION_EXTRAS_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_EXTRAS_H_

#include <string_view>
#include <vector>

#include "costmodel/calibration/least_squares.h"
#include "costmodel/calibration/sample.h"

namespace roofline {

// A class whose kernels may take an extra time each, whatever their size, besides one in proportion
// to their work: small kernels are made of the first, large ones of the second.
struct ExtraCandidate {
  std::vector<double> kernels;  // of each row of the problem
};

// Whether samples hold small and large kernels of the class, in enough networks to tell the extra
// from the rate: else the two cannot be told apart.
bool HoldsSizes(std::string_view name, const std::vector<CalibrationSample>& samples);

struct FoundExtra {
  size_t candidate;  // its index
  int parameter;     // of the problem: seconds * exp(it) is the extra of a kernel
  double seconds;
};

// Adds parts to the rows of `problem`, and parameters to it and to `x`, a minimum of its loss, for
// the candidates of which the rows show an extra: those whose best extra lowers the loss by more
// than kExtraPenalty (times the variance of the residuals, where they scatter more than
// kSampleSpread), the one that lowers it most first. `x` is the new minimum.
std::vector<FoundExtra> FindExtras(const std::vector<ExtraCandidate>& candidates,
                                   TimeProblem& problem, Eigen::VectorXd& x);

// Natural logarithm of the likelihood ratio that an extra has to be worth. One superfluous
// parameter exceeds 6 by chance with a probability of 0.0005 (chi-squared of 12), so one of twenty
// in about one fit of a hundred.
inline constexpr double kExtraPenalty = 6;

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_EXTRAS_H_
