#ifndef ROOFLINE_COSTMODEL_PREDICTION_KERNEL_TIMER_H_
#define ROOFLINE_COSTMODEL_PREDICTION_KERNEL_TIMER_H_

#include <string>
#include <utility>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/efficiency/efficiency_class.h"
#include "costmodel/efficiency/efficiency_model.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/memory/placement.h"
#include "costmodel/prediction/kernel_time.h"
#include "costmodel/prediction/machine.h"

namespace roofline {

// A rate that was used, for the report.
struct UsedRate {
  Unit unit;
  Precision precision;
  FlopsPerSecond rate;
};

// Times kernels on one machine.
//
// compute: operations / peak rate, the vector unit's kinds of work one after the other, other units
// beside it. transfer: bytes that pass a memory level / its bandwidth, the slowest level. floor =
// max of both, serial = sum of both; peak rates throughout.
//
// expected = c + m - overlap * min(c, m) + overhead, where c and m are compute and transfer at the
// efficiencies of the kernel's class, c also at the utilisation its shapes allow; overhead is the
// start of the kernel, what its class adds, and the copies of tensors into other layouts that come
// with it. A kernel of a CPU runs on one core where that is faster than waking the others.
class KernelTimer {
 public:
  KernelTimer(const Machine& machine, const Scenario& scenario)
      : machine_(machine), scenario_(scenario) {}

  // `placed` holds the bytes of all executions; `main` is the layer that decides the class.
  KernelTime Time(const Kernel& kernel, const KernelPlacement& placed, const Layer& main);

  // Rates used by the calls so far, each once.
  const std::vector<UsedRate>& used_rates() const { return used_rates_; }
  // One line for each data type that ran at another type's rate.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void AddCompute(const Kernel& kernel, const Layer& main, KernelTime& result);
  void AddTranscendentals(Count operations, const RateChoice& rate, KernelTime& result);
  void AddTerm(Count operations, double flops_each, const RateChoice& choice, double utilisation,
               KernelTime& result);
  void AddTransfer(const Kernel& kernel, const KernelPlacement& placed, KernelTime& result) const;
  void AddReorders(const Kernel& kernel, KernelTime& result) const;
  Seconds ReorderTime(const KernelTime& kernel) const;
  void AddExpected(KernelTime& result) const;
  const UsedEfficiency& EfficiencyOf(EfficiencyClasses classes);

  const Machine& machine_;
  const Scenario& scenario_;
  // Kernels are many, their classes few.
  std::vector<std::pair<EfficiencyClasses, UsedEfficiency>> efficiencies_;
  std::vector<UsedRate> used_rates_;
  std::vector<std::string> warnings_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_KERNEL_TIMER_H_
