#include "costmodel/calibration/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "absl/container/inlined_vector.h"

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
// Of samples around a good fit.
constexpr double kSampleSpread = 0.08;
// Of what a fit does not know of a sample, whatever its length: fixed costs of a run, the clock.
constexpr double kFixedSeconds = 50e-6;
// A part of a profiled run says less than a whole inference, its share of the time aside: profiling
// changes what it measures.
constexpr double kPartWeight = 0.3;
// Samples further off than this many spreads pull no harder than those there.
constexpr double kSampleHuber = 3;
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

// log(sum of parts * exp(sum of their parameters)) as a function of the parameters.
struct Row {
  struct Part {
    double seconds;
    absl::InlinedVector<int, 3> parameters;
  };
  std::vector<Part> parts;
  double measured = 0;
  double weight = 1;
};

struct Problem {
  std::vector<Row> rows;
  std::vector<std::string_view> classes;  // by parameter, from kFixedCount
  Vector prior;                           // spread of each parameter

  int size() const { return static_cast<int>(prior.size()); }
};

// Next to that of a long inference.
double WeightOf(const CalibrationSample& sample) {
  const double fixed = kFixedSeconds / sample.measured.value() / kSampleSpread;
  return sample.weight * (sample.whole ? 1 : kPartWeight) / (1 + fixed * fixed);
}

Row RowOf(const CalibrationSample& sample, const std::map<std::string_view, int>& parameters) {
  Row row{.parts = {}, .measured = sample.measured.value(), .weight = WeightOf(sample)};
  const bool profiled = sample.profiled_kernels > 0;
  for (const auto& [name, part] : sample.classes) {
    Row::Part scaled{part.time.value(), {IsContraction(name) ? kContractions : kMovements}};
    scaled.parameters.push_back(parameters.at(name));
    if (profiled) scaled.parameters.push_back(kProfiled);
    row.parts.push_back(std::move(scaled));
  }
  row.parts.push_back({sample.kernel_overhead.value(), {kKernel}});
  row.parts.push_back({sample.inference_overhead.value(), {kInference}});
  row.parts.push_back({sample.host_transfer.value(), {kHost}});
  row.parts.push_back(
      {static_cast<double>(sample.profiled_kernels) * kProfilingSeconds, {kProfiling}});
  return row;
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
    Row row = RowOf(sample, parameters);
    row.weight *= std::min(1.0, kNetworkWeight / network_weight.at(sample.network));
    problem.rows.push_back(std::move(row));
  }
  return problem;
}

// Log of fitted / measured, and its derivatives.
double Residual(const Row& row, const Vector& x, Vector* gradient) {
  double sum = 0;
  if (gradient != nullptr) gradient->setZero();
  for (const Row::Part& part : row.parts) {
    double exponent = 0;
    for (const int parameter : part.parameters) exponent += x[parameter];
    const double value = part.seconds * std::exp(exponent);
    sum += value;
    if (gradient == nullptr) continue;
    for (const int parameter : part.parameters) (*gradient)[parameter] += value;
  }
  if (!(sum > 0)) return 0;
  if (gradient != nullptr) *gradient /= sum;
  return std::log(sum / row.measured);
}

// Huber's loss of `spreads`: a square up to `limit`, beyond it a line.
double HuberLoss(double spreads, double limit) {
  const double r = std::abs(spreads);
  return r <= limit ? r * r / 2 : limit * (r - limit / 2);
}

// The weight that makes a square's slope that of the loss.
double HuberWeight(double spreads, double limit) {
  return std::abs(spreads) <= limit ? 1 : limit / std::abs(spreads);
}

double Loss(const Problem& problem, const Vector& x) {
  double loss = 0;
  for (const Row& row : problem.rows)
    loss += row.weight * HuberLoss(Residual(row, x, nullptr) / kSampleSpread, kSampleHuber);
  // Of a Cauchy distribution: any single factor may stray far.
  for (int i = 0; i < problem.size(); ++i) {
    const double z = x[i] / problem.prior[i];
    loss += std::log1p(z * z);
  }
  return loss;
}

// The linear equations of one step from x, weights of robust terms as they are there.
struct Normal {
  Matrix matrix;
  Vector gradient;
};
Normal NormalAt(const Problem& problem, const Vector& x) {
  Normal normal{Matrix::Zero(problem.size(), problem.size()), Vector::Zero(problem.size())};
  Vector row_gradient(problem.size());
  for (const Row& row : problem.rows) {
    const double residual = Residual(row, x, &row_gradient);
    const double weight = row.weight * HuberWeight(residual / kSampleSpread, kSampleHuber) /
                          (kSampleSpread * kSampleSpread);
    normal.matrix.noalias() += weight * row_gradient * row_gradient.transpose();
    normal.gradient += weight * residual * row_gradient;
  }
  for (int i = 0; i < problem.size(); ++i) {
    const double z = x[i] / problem.prior[i];
    const double weight = 2 / ((1 + z * z) * problem.prior[i] * problem.prior[i]);
    normal.matrix(i, i) += weight;
    normal.gradient[i] += weight * x[i];
  }
  return normal;
}

// Levenberg and Marquardt's method from `x`.
Vector Minimise(const Problem& problem, Vector x) {
  constexpr int kSteps = 200;
  double damping = 1e-3;
  double loss = Loss(problem, x);
  for (int step = 0; step < kSteps && damping < 1e9; ++step) {
    const Normal normal = NormalAt(problem, x);
    Matrix damped = normal.matrix;
    damped.diagonal() *= 1 + damping;
    const Vector next = x - damped.ldlt().solve(normal.gradient);
    const double next_loss = Loss(problem, next);
    if (!(next_loss < loss)) {
      damping *= 4;
      continue;
    }
    const bool done = loss - next_loss < 1e-12 * (1 + loss);
    x = next;
    loss = next_loss;
    damping = std::max(damping / 3, 1e-9);
    if (done) break;
  }
  return x;
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

double RootMeanSquare(const Problem& problem, const Vector& x) {
  double sum = 0;
  double weight = 0;
  for (const Row& row : problem.rows) {
    const double residual = Residual(row, x, nullptr);
    sum += row.weight * residual * residual;
    weight += row.weight;
  }
  return weight > 0 ? std::sqrt(sum / weight) : 0;
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
  const Problem problem = MakeProblem(samples);
  const Vector x = Solve(problem);
  const Matrix covariance = NormalAt(problem, x).matrix.inverse();
  CalibrationFit fit;
  fit.contractions = std::exp(x[kContractions]);
  fit.movements = std::exp(x[kMovements]);
  fit.kernel_overhead = std::exp(x[kKernel]);
  fit.inference_overhead = std::exp(x[kInference]);
  fit.host_transfer = std::exp(x[kHost]);
  fit.profiling = Seconds(kProfilingSeconds * std::exp(x[kProfiling]));
  fit.profiled = std::exp(x[kProfiled]);
  fit.residual = RootMeanSquare(problem, x);
  for (size_t i = 0; i < problem.classes.size(); ++i) {
    const std::string_view name = problem.classes[i];
    const int own = kFixedCount + static_cast<int>(i);
    const int common = IsContraction(name) ? kContractions : kMovements;
    const double variance =
        covariance(own, own) + covariance(common, common) + 2 * covariance(own, common);
    fit.classes[name] = {ClassesNamed(name, samples), std::exp(x[common] + x[own]),
                         std::sqrt(variance + fit.residual * fit.residual),
                         NetworksWith(name, samples)};
  }
  return fit;
}

Seconds CalibrationFit::Predict(const CalibrationSample& sample) const {
  Seconds sum = sample.kernel_overhead * kernel_overhead +
                sample.inference_overhead * inference_overhead +
                sample.host_transfer * host_transfer +
                profiling * static_cast<double>(sample.profiled_kernels);
  for (const auto& [name, part] : sample.classes) {
    const auto found = classes.find(name);
    const double common = IsContraction(name) ? contractions : movements;
    sum += part.time * (found == classes.end() ? common : found->second.factor) *
           (sample.profiled_kernels > 0 ? profiled : 1);
  }
  return sum;
}

}  // namespace roofline
