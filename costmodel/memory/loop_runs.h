#ifndef ROOFLINE_COSTMODEL_MEMORY_LOOP_RUNS_H_
#define ROOFLINE_COSTMODEL_MEMORY_LOOP_RUNS_H_

#include <cstddef>
#include <vector>

#include "costmodel/count.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// Neighbouring kernels that run equally often: the body of one loop, or kernels outside of loops.
struct LoopRun {
  size_t first;  // in KernelPlan::kernels
  size_t end;    // one past the last
  Count repeat;
};

// The runs of a plan in execution order; together they hold every kernel once. Two loops next to
// each other with one trip count look like one.
std::vector<LoopRun> LoopRunsOf(const KernelPlan& plan);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEMORY_LOOP_RUNS_H_
