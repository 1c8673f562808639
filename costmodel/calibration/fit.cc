#include "costmodel/calibration/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "costmodel/calibration/extras.h"
#include "costmodel/calibration/least_squares.h"

namespace roofline {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Standard deviations of what the logarithms of factors are known to be before any sample, from
// fits to GPUs and CPUs of several generations.
constexpr double kCommonSpread = 0.3;
constexpr double kContractionSpread = 0.15;
constexpr double kMovementSpread = 0.5;
constexpr double kOverheadSpread = 1;
// Of how much slower a whole run gets by being profiled, besides the cost for each kernel.
constexpr double kProfiledSpread = 0.3;
// Of what a fit does not know of a sample, whatever its length: fixed costs of a run, the clock.
constexpr double kFixedSeconds = 50e-6;
// A part of a profiled run says less than a whole inference, its share of the time aside: profiling
// changes what it measures.
constexpr double kPartWeight = 0.3;
// Samples of one network, together, weigh at most as much as so many.
constexpr double kNetworkWeight = 4;
// A first guess at what timing one kernel costs.
constexpr double kProfilingSeconds = 3e-6;

// Order of the parameters that every fit has; those of the classes follow.
enum Fixed : int {
  kContractions,
  kMovements,
  kKernel,
  kInference,
  kHost,
  kProfiling,
  kProfiled,
  kFixedCount
};

bool IsContraction(std::string_view name) {
  return name.starts_with("convolution") || name.starts_with("mat") || name == "attention" ||
         name == "recurrent";
}

struct Problem : TimeProblem {
  std::vector<std::string_view> classes;  // by parameter, from kFixedCount
  std::vector<ExtraCandidate> extras;     // parallel to `classes`
};

// Next to that of a long inference.
double WeightOf(const CalibrationSample& sample) {
  const double fixed = kFixedSeconds / sample.measured.value() / kSampleSpread;
  return sample.weight * (sample.whole ? 1 : kPartWeight) / (1 + fixed * fixed);
}

TimeRow RowOf(const CalibrationSample& sample, const std::map<std::string_view, int>& parameters) {
  TimeRow row{.parts = {}, .measured = sample.measured.value(), .weight = WeightOf(sample)};
  const bool profiled = sample.profiled_kernels > 0;
  for (const auto& [name, part] : sample.classes) {
    TimeRow::Part scaled{part.time.value(), {IsContraction(name) ? kContractions : kMovements}};
    scaled.parameters.push_back(parameters.at(name));
    if (profiled) scaled.parameters.push_back(kProfiled);
    row.parts.push_back(std::move(scaled));
  }
  for (const auto& [name, part] : sample.classes) row.parts.push_back({part.extra.value(), {}});
  row.parts.push_back({sample.kernel_overhead.value(), {kKernel}});
  row.parts.push_back({sample.inference_overhead.value(), {kInference}});
  row.parts.push_back({sample.host_transfer.value(), {kHost}});
  row.parts.push_back(
      {static_cast<double>(sample.profiled_kernels) * kProfilingSeconds, {kProfiling}});
  return row;
}

// Rows are of the samples that have a time.
ExtraCandidate CandidateOf(std::string_view name, const std::vector<CalibrationSample>& samples) {
  ExtraCandidate candidate;
  if (!HoldsSizes(name, samples)) return candidate;
  candidate.kernels.reserve(samples.size());
  for (const CalibrationSample& sample : samples) {
    if (sample.measured <= Seconds(0)) continue;
    const auto found = sample.classes.find(name);
    candidate.kernels.push_back(
        found == sample.classes.end() ? 0 : static_cast<double>(found->second.kernels));
  }
  return candidate;
}

Problem MakeProblem(const std::vector<CalibrationSample>& samples) {
  Problem problem;
  std::map<std::string_view, int> parameters;
  std::map<std::string, double> network_weight;
  for (const CalibrationSample& sample : samples) {
    for (const auto& [name, part] : sample.classes) parameters.emplace(name, 0);
    network_weight[sample.network] += sample.weight;
  }
  int next = kFixedCount;
  for (auto& [name, parameter] : parameters) {
    parameter = next++;
    problem.classes.push_back(name);
  }
  problem.prior = Vector::Constant(next, kOverheadSpread);
  problem.prior[kContractions] = problem.prior[kMovements] = kCommonSpread;
  problem.prior[kProfiled] = kProfiledSpread;
  for (const auto& [name, parameter] : parameters)
    problem.prior[parameter] = IsContraction(name) ? kContractionSpread : kMovementSpread;
  for (const CalibrationSample& sample : samples) {
    if (sample.measured <= Seconds(0)) continue;
    TimeRow row = RowOf(sample, parameters);
    row.weight *= std::min(1.0, kNetworkWeight / network_weight.at(sample.network));
    problem.rows.push_back(std::move(row));
  }
  problem.extras.reserve(problem.classes.size());
  for (const std::string_view name : problem.classes)
    problem.extras.push_back(CandidateOf(name, samples));
  return problem;
}

// The best of several starts: from what is known, and with one class of movements far slower, as
// a framework that runs it in many passes has it.
Vector Solve(const Problem& problem) {
  constexpr double kManyPasses = 8;
  Vector best = Minimise(problem, Vector::Zero(problem.size()));
  for (size_t i = 0; i < problem.classes.size(); ++i) {
    if (IsContraction(problem.classes[i])) continue;
    Vector start = Vector::Zero(problem.size());
    start[kFixedCount + static_cast<int>(i)] = std::log(kManyPasses);
    const Vector other = Minimise(problem, start);
    if (Loss(problem, other) < Loss(problem, best) - 1e-9) best = other;
  }
  return best;
}

int64_t NetworksWith(std::string_view name, const std::vector<CalibrationSample>& samples) {
  std::set<std::string_view> networks;
  for (const CalibrationSample& sample : samples) {
    if (sample.classes.contains(name)) networks.insert(sample.network);
  }
  return static_cast<int64_t>(networks.size());
}

EfficiencyClasses ClassesNamed(std::string_view name,
                               const std::vector<CalibrationSample>& samples) {
  for (const CalibrationSample& sample : samples) {
    const auto found = sample.classes.find(name);
    if (found != sample.classes.end()) return found->second.classes;
  }
  return {name};
}

}  // namespace

CalibrationFit FitCalibration(const std::vector<CalibrationSample>& samples) {
  Problem problem = MakeProblem(samples);
  Vector x = Solve(problem);
  const std::vector<FoundExtra> extras = FindExtras(problem.extras, problem, x);
  const Matrix covariance = NormalAt(problem, x).matrix.inverse();
  CalibrationFit fit;
  fit.dispatch = 0;
  fit.kernel_overhead = std::exp(x[kKernel]);
  fit.inference_overhead = std::exp(x[kInference]);
  fit.host_transfer = std::exp(x[kHost]);
  fit.profiling = Seconds(kProfilingSeconds * std::exp(x[kProfiling]));
  fit.profiled = std::exp(x[kProfiled]);
  fit.residual = RootMeanSquare(problem, x);
  const auto common = [&](int parameter, double own_spread) {
    const double variance = covariance(parameter, parameter) + own_spread * own_spread;
    return ClassFit{.factor = std::exp(x[parameter]),
                    .spread = std::sqrt(variance + fit.residual * fit.residual)};
  };
  fit.contractions = common(kContractions, kContractionSpread);
  fit.movements = common(kMovements, kMovementSpread);
  for (size_t i = 0; i < problem.classes.size(); ++i) {
    const std::string_view name = problem.classes[i];
    const int own = kFixedCount + static_cast<int>(i);
    const int kind = IsContraction(name) ? kContractions : kMovements;
    const double variance =
        covariance(own, own) + covariance(kind, kind) + 2 * covariance(own, kind);
    fit.classes[name] = {ClassesNamed(name, samples), std::exp(x[kind] + x[own]),
                         std::sqrt(variance + fit.residual * fit.residual),
                         NetworksWith(name, samples)};
  }
  for (const FoundExtra& extra : extras) {
    fit.classes[problem.classes[extra.candidate]].extra =
        Seconds(extra.seconds * std::exp(x[extra.parameter]));
  }
  return fit;
}

ClassFit CalibrationFit::Of(std::string_view name) const {
  const auto found = classes.find(name);
  if (found != classes.end()) return found->second;
  ClassFit common = IsContraction(name) ? contractions : movements;
  common.classes = CoarserClasses(name);
  return common;
}

Seconds CalibrationFit::Predict(const CalibrationSample& sample) const {
  Seconds kernels = sample.kernel_overhead * kernel_overhead +
                    profiling * static_cast<double>(sample.profiled_kernels);
  for (const auto& [name, part] : sample.classes) {
    const ClassFit fit = Of(name);
    kernels += part.time * fit.factor * (sample.profiled_kernels > 0 ? profiled : 1) + part.extra +
               fit.extra * static_cast<double>(part.kernels);
  }
  return std::max(kernels, sample.dispatch * dispatch) +
         sample.inference_overhead * inference_overhead + sample.host_transfer * host_transfer;
}

}  // namespace roofline
