#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_LAUNCH_TOTALS_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_LAUNCH_TOTALS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline {

// What the launches of one device function add up to over a process.
struct LaunchTotal {
  std::string name;
  double seconds = 0;
  double minimum_seconds = 0;  // of one launch, 0 if not known
  int64_t launches = 0;
  std::optional<double> flops;
  std::optional<double> dram_bytes;
};

// Device functions by name, in order of appearance, turned into kernels of one inference.
class LaunchTotals {
 public:
  LaunchTotal& Of(const std::string& name);
  bool empty() const { return totals_.empty(); }

  // Divides by the number of inferences. Copies and fills ("[CUDA memcpy HtoD]") are marked
  // inserted. Without any time the kernels have counters only.
  void FillIn(const ReadMeasuredOptions& options, MeasuredRun& run) const;

 private:
  std::vector<LaunchTotal> totals_;
  std::map<std::string, size_t> by_name_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_LAUNCH_TOTALS_H_
