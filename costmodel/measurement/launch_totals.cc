#include "costmodel/measurement/launch_totals.h"

#include <algorithm>
#include <cmath>

#include "costmodel/measurement/inferences.h"

namespace roofline {

LaunchTotal& LaunchTotals::Of(const std::string& name) {
  const auto [entry, is_new] = by_name_.emplace(name, totals_.size());
  if (is_new) totals_.push_back({.name = name});
  return totals_[entry->second];
}

void LaunchTotals::FillIn(const ReadMeasuredOptions& options, MeasuredRun& run) const {
  const double inferences = InferencesOf(options, run);
  double flops = 0;
  bool counted = false;
  for (const LaunchTotal& total : totals_) {
    MeasuredKernel kernel{.name = total.name, .inserted = total.name.starts_with("[CUDA mem")};
    const double launches = static_cast<double>(total.launches) / inferences;
    kernel.calls_per_run = std::llround(launches);
    kernel.median = Seconds(total.seconds / inferences);
    kernel.minimum = Seconds(std::min(total.minimum_seconds * launches, kernel.median.value()));
    if (total.minimum_seconds == 0) kernel.minimum = kernel.median;
    if (total.flops) kernel.flops = Flops(*total.flops / inferences);
    if (total.dram_bytes) kernel.dram_bytes = Bytes(*total.dram_bytes / inferences);
    flops += total.flops.value_or(0);
    counted |= total.flops.has_value();
    run.kernels.push_back(std::move(kernel));
  }
  if (counted) run.flops = Flops(flops / inferences);
}

}  // namespace roofline
