#include "tests/accuracy/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofline::accuracy {
namespace {

double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double ShareUpTo(const std::vector<double>& values, double limit) {
  const auto count =
      std::count_if(values.begin(), values.end(), [limit](double v) { return v <= limit; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

// Places in ascending order from 0; equal values share their mean place.
std::vector<double> Ranks(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (size_t i = first; i <= last; ++i) ranks[order[i]] = static_cast<double>(first + last) / 2;
    first = last + 1;
  }
  return ranks;
}

std::optional<double> Correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean_a = Mean(a);
  const double mean_b = Mean(b);
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  if (aa == 0 || bb == 0) return std::nullopt;
  return ab / std::sqrt(aa * bb);
}

}  // namespace

ErrorStatistics Compare(const std::vector<double>& predicted, const std::vector<double>& measured) {
  if (predicted.empty()) return {};
  std::vector<double> errors;
  for (size_t i = 0; i < predicted.size(); ++i)
    errors.push_back(std::abs(predicted[i] - measured[i]) / measured[i]);
  return {.n = errors.size(),
          .mean = Mean(errors),
          .median = Median(errors),
          .within_10_percent = ShareUpTo(errors, 0.1),
          .within_20_percent = ShareUpTo(errors, 0.2),
          .rank_correlation = Correlation(Ranks(predicted), Ranks(measured))};
}

}  // namespace roofline::accuracy
