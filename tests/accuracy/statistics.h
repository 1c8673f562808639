#ifndef ROOFLINE_TESTS_ACCURACY_STATISTICS_H_
#define ROOFLINE_TESTS_ACCURACY_STATISTICS_H_

#include <cstddef>
#include <optional>
#include <vector>

namespace roofline::accuracy {

// How predictions compare with measurements. Errors are absolute and relative to the measurement:
// |predicted - measured| / measured.
struct ErrorStatistics {
  size_t n = 0;
  double mean = 0;
  double median = 0;
  double within_10_percent = 0;  // share of the cases
  double within_20_percent = 0;
  std::optional<double> rank_correlation;  // Spearman's; nullopt where one side does not vary
};

// Parallel vectors, in the same unit; measured figures are greater than zero.
ErrorStatistics Compare(const std::vector<double>& predicted, const std::vector<double>& measured);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_STATISTICS_H_
