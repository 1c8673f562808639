#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_STATISTICS_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_STATISTICS_H_

#include <cstdint>
#include <vector>

#include "costmodel/units.h"

namespace roofline {

struct SampleSummary {
  Seconds median;  // the mean of the two in the middle when they are even in number
  Seconds minimum;
  double relative_spread = 0;  // (third - first quartile) / median; 0 for a median of 0
};

// Of one or more durations in seconds; zeros when there is none.
SampleSummary Summarize(std::vector<double> seconds);

// How many runs at the start are warm-up (memory is allocated, weights are packed, threads and
// clocks wake up): a tenth of them, one at least; none of a single run, which is all there is.
int64_t WarmupRuns(int64_t runs);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_STATISTICS_H_
