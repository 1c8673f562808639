#ifndef ROOFLINE_COSTMODEL_CALIBRATION_LEAST_SQUARES_H_
#define ROOFLINE_COSTMODEL_CALIBRATION_LEAST_SQUARES_H_

#include <Eigen/Dense>
#include <vector>

#include "absl/container/inlined_vector.h"

namespace roofline {

// One measured time as a function of the parameters: the sum of parts * exp(sum of their
// parameters).
struct TimeRow {
  struct Part {
    double seconds;
    absl::InlinedVector<int, 3> parameters;
  };
  std::vector<Part> parts;
  double measured = 0;  // seconds, above 0
  double weight = 1;
};

// Samples around a good fit, as a standard deviation of log(fitted / measured).
inline constexpr double kSampleSpread = 0.08;

// Robust least squares of log(fitted / measured): beyond some spreads a row pulls no harder than
// there. Parameters are held near 0.
struct TimeProblem {
  std::vector<TimeRow> rows;
  Eigen::VectorXd prior;  // how far each parameter is known to stray, as a standard deviation

  int size() const { return static_cast<int>(prior.size()); }
};

// log(fitted / measured) of a row, and its derivatives where `gradient` is given.
double Residual(const TimeRow& row, const Eigen::VectorXd& x, Eigen::VectorXd* gradient);

// What is minimised: minus the logarithm of a likelihood, up to a constant.
double Loss(const TimeProblem& problem, const Eigen::VectorXd& x);

// The weight of a row with this residual in the linear equations of a step.
double StepWeight(const TimeRow& row, double residual);

// The linear equations of one step from x, weights of robust terms as they are there. The matrix is
// the inverse of the parameters' covariance.
struct NormalEquations {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd gradient;
};
NormalEquations NormalAt(const TimeProblem& problem, const Eigen::VectorXd& x);

// The nearest minimum, by Levenberg and Marquardt's method from `x`.
Eigen::VectorXd Minimise(const TimeProblem& problem, Eigen::VectorXd x);

// Of the residuals, by weight.
double RootMeanSquare(const TimeProblem& problem, const Eigen::VectorXd& x);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CALIBRATION_LEAST_SQUARES_H_
