#ifndef ROOFLINE_TESTS_ACCURACY_BARS_H_
#define ROOFLINE_TESTS_ACCURACY_BARS_H_

#include <map>
#include <string>
#include <vector>

#include "tests/accuracy/evaluation.h"

namespace roofline::accuracy {

// Median errors, as fractions, that a set had when they were committed.
struct Bar {
  double floor = 0;
  double expected = 0;
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
