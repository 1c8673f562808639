#include "costmodel/calibration/least_squares.h"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Samples further off than this many spreads pull no harder than those there.
constexpr double kSampleHuber = 3;

// Huber's loss of `spreads`: a square up to `limit`, beyond it a line.
double HuberLoss(double spreads, double limit) {
  const double r = std::abs(spreads);
  return r <= limit ? r * r / 2 : limit * (r - limit / 2);
}

// The weight that makes a square's slope that of the loss.
double HuberWeight(double spreads, double limit) {
  return std::abs(spreads) <= limit ? 1 : limit / std::abs(spreads);
}

}  // namespace

double Residual(const TimeRow& row, const Vector& x, Vector* gradient) {
  double sum = 0;
  if (gradient != nullptr) gradient->setZero();
  for (const TimeRow::Part& part : row.parts) {
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

double Loss(const TimeProblem& problem, const Vector& x) {
  double loss = 0;
  for (const TimeRow& row : problem.rows)
    loss += row.weight * HuberLoss(Residual(row, x, nullptr) / kSampleSpread, kSampleHuber);
  // Of a Cauchy distribution: any single factor may stray far.
  for (int i = 0; i < problem.size(); ++i) {
    const double z = x[i] / problem.prior[i];
    loss += std::log1p(z * z);
  }
  return loss;
}

double StepWeight(const TimeRow& row, double residual) {
  return row.weight * HuberWeight(residual / kSampleSpread, kSampleHuber) /
         (kSampleSpread * kSampleSpread);
}

NormalEquations NormalAt(const TimeProblem& problem, const Vector& x) {
  NormalEquations normal{Matrix::Zero(problem.size(), problem.size()),
                         Vector::Zero(problem.size())};
  Vector row_gradient(problem.size());
  for (const TimeRow& row : problem.rows) {
    const double residual = Residual(row, x, &row_gradient);
    const double weight = StepWeight(row, residual);
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

Vector Minimise(const TimeProblem& problem, Vector x) {
  constexpr int kSteps = 200;
  double damping = 1e-3;
  double loss = Loss(problem, x);
  for (int step = 0; step < kSteps && damping < 1e9; ++step) {
    const NormalEquations normal = NormalAt(problem, x);
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

double RootMeanSquare(const TimeProblem& problem, const Vector& x) {
  double sum = 0;
  double weight = 0;
  for (const TimeRow& row : problem.rows) {
    const double residual = Residual(row, x, nullptr);
    sum += row.weight * residual * residual;
    weight += row.weight;
  }
  return weight > 0 ? std::sqrt(sum / weight) : 0;
}

}  // namespace roofline
