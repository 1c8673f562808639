#include "costmodel/memory/loop_runs.h"

namespace roofline {

std::vector<LoopRun> LoopRunsOf(const KernelPlan& plan) {
  std::vector<LoopRun> runs;
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    const Count repeat = plan.kernels[i].repeat;
    if (runs.empty() || runs.back().repeat != repeat)
      runs.push_back({.first = i, .end = i, .repeat = repeat});
    runs.back().end = i + 1;
  }
  return runs;
}

}  // namespace roofline
