#include "costmodel/calibration/extras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace roofline {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr size_t kFewestNetworks = 8;
// Between the mean times of the smallest and the largest kernels.
constexpr double kSizeRatio = 4;
// Standard deviation of the logarithm of an extra around its first estimate.
constexpr double kExtraSpread = 1;

// What a small extra would do to the loss, to second order, all other parameters following.
struct Estimate {
  double seconds = 0;  // the best extra; 0 where none helps
  double gain = 0;     // by how much it lowers the loss
};

Estimate EstimateExtra(const ExtraCandidate& candidate, const TimeProblem& problem, const Vector& x,
                       const Matrix& covariance) {
  double slope = 0;
  double curvature = 0;
  Vector coupling = Vector::Zero(problem.size());
  Vector gradient(problem.size());
  for (size_t i = 0; i < problem.rows.size(); ++i) {
    if (candidate.kernels[i] == 0) continue;
    const TimeRow& row = problem.rows[i];
    const double residual = Residual(row, x, &gradient);
    const double weight = StepWeight(row, residual);
    const double share = candidate.kernels[i] / (row.measured * std::exp(residual));
    slope += weight * residual * share;
    curvature += weight * share * share;
    coupling += weight * share * gradient;
  }
  curvature -= coupling.dot(covariance * coupling);
  if (!(slope < 0) || !(curvature > 0)) return {};
  return {-slope / curvature, slope * slope / (2 * curvature)};
}

// Where samples scatter more than kSampleSpread, the loss falls by chance in proportion.
double PenaltyAt(const TimeProblem& problem, const Vector& x) {
  const double scatter = RootMeanSquare(problem, x) / kSampleSpread;
  return kExtraPenalty * std::max(1.0, scatter * scatter);
}

TimeProblem WithExtra(const TimeProblem& problem, const ExtraCandidate& candidate, double seconds) {
  TimeProblem more = problem;
  const int parameter = problem.size();
  more.prior.conservativeResize(parameter + 1);
  more.prior[parameter] = kExtraSpread;
  for (size_t i = 0; i < more.rows.size(); ++i) {
    if (candidate.kernels[i] > 0)
      more.rows[i].parts.push_back({candidate.kernels[i] * seconds, {parameter}});
  }
  return more;
}

}  // namespace

bool HoldsSizes(std::string_view name, const std::vector<CalibrationSample>& samples) {
  std::set<std::string_view> networks;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const CalibrationSample& sample : samples) {
    const auto found = sample.classes.find(name);
    if (found == sample.classes.end() || found->second.kernels == 0) continue;
    networks.insert(sample.network);
    const double mean = found->second.time.value() / static_cast<double>(found->second.kernels);
    smallest = std::min(smallest, mean);
    largest = std::max(largest, mean);
  }
  return networks.size() >= kFewestNetworks && largest >= kSizeRatio * smallest;
}

std::vector<FoundExtra> FindExtras(const std::vector<ExtraCandidate>& candidates,
                                   TimeProblem& problem, Vector& x) {
  std::vector<FoundExtra> found;
  const double penalty = PenaltyAt(problem, x);
  std::vector<bool> open(candidates.size(), true);
  while (true) {
    const Matrix covariance = NormalAt(problem, x).matrix.inverse();
    Estimate best{.gain = penalty};
    size_t of = candidates.size();
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (!open[i] || candidates[i].kernels.empty()) continue;
      const Estimate estimate = EstimateExtra(candidates[i], problem, x, covariance);
      if (!(estimate.gain > best.gain)) continue;
      best = estimate;
      of = i;
    }
    if (of == candidates.size()) return found;
    open[of] = false;
    TimeProblem more = WithExtra(problem, candidates[of], best.seconds);
    Vector start = Vector::Zero(more.size());
    start.head(problem.size()) = x;
    const Vector next = Minimise(more, start);
    if (!(Loss(more, next) < Loss(problem, x) - penalty)) continue;
    found.push_back({of, problem.size(), best.seconds});
    problem = std::move(more);
    x = next;
  }
}

}  // namespace roofline
