#include "costmodel/measurement/statistics.h"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

// Linear interpolation between the neighbours, as most tools do.
double Quantile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(std::floor(position));
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double weight = position - static_cast<double>(below);
  return sorted[below] * (1 - weight) + sorted[above] * weight;
}

}  // namespace

SampleSummary Summarize(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const double median = Quantile(seconds, 0.5);
  const double range = Quantile(seconds, 0.75) - Quantile(seconds, 0.25);
  return {.median = Seconds(median),
          .minimum = Seconds(seconds.front()),
          .relative_spread = median > 0 ? range / median : 0};
}

int64_t WarmupRuns(int64_t runs) { return runs < 2 ? 0 : std::max<int64_t>(1, runs / 10); }

}  // namespace roofline
