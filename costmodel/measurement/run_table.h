#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_RUN_TABLE_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_RUN_TABLE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/measurement/measured_run.h"
#include "costmodel/units.h"

namespace roofline {

enum class Warmup {
  kDropFirst,  // unless runs are marked, as many of the first as WarmupRuns says
  kNone,       // the tool has left it out already
};

// Collects times run by run and sums them up. Equal names within one run are kernels of their own,
// told apart by their order.
class RunTable {
 public:
  void BeginRun(bool is_warmup = false);
  // Of the run begun last. `what` counts when the kernel is seen for the first time.
  void AddKernel(MeasuredKernel what, Seconds time);
  void SetLatency(Seconds time);
  bool empty() const { return runs_.empty(); }

  // Fills in kernels, latency and the numbers of runs. A kernel that a run lacks took no time
  // there.
  void Summarize(Warmup rule, MeasuredRun& run) const;

 private:
  struct Run {
    bool is_warmup = false;
    std::optional<double> latency;
    std::vector<std::pair<size_t, double>> seconds;  // kernel, time
    std::map<std::string, int64_t> seen;
  };

  std::vector<bool> Kept(Warmup rule) const;

  std::vector<Run> runs_;
  std::vector<MeasuredKernel> kernels_;
  std::map<std::pair<std::string, int64_t>, size_t> kernel_by_name_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_RUN_TABLE_H_
