#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_INFERENCES_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_INFERENCES_H_

#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline {

// What totals of a whole process are to be divided by. Notes the number in the run, or the warning
// that nobody said it.
inline double InferencesOf(const ReadMeasuredOptions& options, MeasuredRun& run) {
  if (options.inferences > 0) {
    run.runs = options.inferences;
    return static_cast<double>(options.inferences);
  }
  run.warnings.emplace_back(
      "the figures are totals of the process and are taken for one inference; say how many it ran, "
      "or profile only one");
  return 1;
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_INFERENCES_H_
