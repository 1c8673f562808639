#ifndef ROOFLINE_TESTS_ACCURACY_BARS_H_
#define ROOFLINE_TESTS_ACCURACY_BARS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/accuracy/evaluation.h"

namespace roofline::accuracy {

// Median errors, as fractions, that a set had when they were committed.
struct Bar {
  double floor = 0;
  double expected = 0;
  // Calibrated, the network or the family of each case unseen.
  std::optional<double> without_network;
  std::optional<double> without_family;
};
using Bars = std::map<std::string, Bar>;  // by set

// Throw std::invalid_argument when the file cannot be read or written.
Bars ReadBars(const std::string& path);
void WriteBars(const Evaluation& evaluation, const std::string& path);

// A line for every median that is more than a percentage point worse than its bar, and for every
// set that is missing on one side.
std::vector<std::string> WorseThanBars(const Evaluation& evaluation, const Bars& bars);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_BARS_H_
