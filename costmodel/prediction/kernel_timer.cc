#include "costmodel/prediction/kernel_timer.h"

#include <algorithm>
#include <utility>

#include "costmodel/prediction/precision_choice.h"
#include "costmodel/prediction/utilisation.h"

namespace roofline {
namespace {

// Vector work goes through one pipe, whatever its kind; matrix and special function units have
// their own.
Seconds ComputeTime(const KernelTime& kernel, bool utilised) {
  Seconds vector;
  Seconds longest;
  for (const ComputeTerm& term : kernel.compute) {
    const Seconds time = utilised ? term.time() / term.utilisation : term.time();
    if (term.unit == Unit::kVector || term.unit == Unit::kNonFma) {
      vector += time;
    } else {
      longest = std::max(longest, time);
    }
  }
  return std::max(longest, vector);
}

Seconds TransferTime(const KernelTime& kernel) {
  const TransferTerm* longest = kernel.longest_transfer();
  return longest == nullptr ? Seconds(0) : longest->time();
}

Unit MultiplyingUnit(const KernelTime& kernel) {
  const bool matrix = std::any_of(kernel.compute.begin(), kernel.compute.end(),
                                  [](const auto& term) { return term.unit == Unit::kMatrix; });
  return matrix ? Unit::kMatrix : Unit::kVector;
}

// What is added to every execution, and how far the shorter term hides.
struct Surroundings {
  double overlap = 1;
  Seconds overhead;
};

Seconds Combine(Seconds compute, Seconds transfer, const Surroundings& around) {
  return compute + transfer - around.overlap * std::min(compute, transfer) + around.overhead;
}

// Index of the nearest cache that holds so many bytes; that of DRAM behind the caches.
size_t NearestHolding(const std::vector<CacheLevel>& caches, Count bytes) {
  size_t level = 0;
  while (level < caches.size() && caches[level].capacity.value() < bytes.value()) ++level;
  return level;
}

// The one-core times of a kernel that all cores share.
struct Terms {
  Seconds compute;
  Seconds transfer;
};

}  // namespace

KernelTime KernelTimer::Time(const Kernel& kernel, const KernelPlacement& placed,
                             const Layer& main) {
  KernelTime result;
  result.executions = kernel.repeat.value();
  AddCompute(kernel, main, result);
  AddTransfer(kernel, placed, result);
  AddReorders(kernel, result);
  WorkTime& time = result.time;
  time.compute = ComputeTime(result, false);
  time.transfer = TransferTime(result);
  time.floor = std::max(time.compute, time.transfer);
  time.serial = time.compute + time.transfer;
  if (time.serial == Seconds(0)) return result;  // a view: nothing is started for it
  result.efficiency = EfficiencyOf(EfficiencyClassesOf(main, MultiplyingUnit(result)));
  AddExpected(result);
  return result;
}

const UsedEfficiency& KernelTimer::EfficiencyOf(EfficiencyClasses classes) {
  for (const auto& [known, used] : efficiencies_) {
    if (known == classes) return used;
  }
  const UsedEfficiency used = machine_.efficiency().For(classes);
  return efficiencies_.emplace_back(std::move(classes), used).second;
}

void KernelTimer::AddCompute(const Kernel& kernel, const Layer& main, KernelTime& result) {
  const Work work = kernel.work * kernel.repeat;
  const Precision math = PrecisionOfKernel(scenario_, kernel);
  const Precision rest = PrecisionOfRest(math);
  if (work.macs != Count(0)) {
    const RateChoice choice = machine_.MacRate(math);
    AddTerm(work.macs, 2, choice, UtilisationOf(machine_, choice, main), result);
  }
  if (work.fmas != Count(0)) AddTerm(work.fmas, 2, machine_.FmaRate(rest), 1, result);
  const Count single = work.arithmetic + work.comparisons;
  if (single != Count(0)) AddTerm(single, 1, machine_.SingleRate(rest), 1, result);
  if (work.integer_ops != Count(0))
    AddTerm(work.integer_ops, 1, machine_.SingleRate(Precision::kFp32), 1, result);
  if (work.transcendentals != Count(0))
    AddTranscendentals(work.transcendentals, machine_.TranscendentalRate(rest), result);
}

void KernelTimer::AddTranscendentals(Count operations, const RateChoice& rate, KernelTime& result) {
  // A rate of their own says what they take; that of single operations only what nothing beats.
  const double part = rate.unit == Unit::kTranscendental
                          ? 1
                          : machine_.efficiency().For({"transcendental"}).compute.typical;
  AddTerm(operations, 1, rate, part, result);
}

void KernelTimer::AddTerm(Count operations, double flops_each, const RateChoice& choice,
                          double utilisation, KernelTime& result) {
  result.compute.push_back({choice.unit, choice.precision,
                            Flops(flops_each * static_cast<double>(operations.value())),
                            choice.rate, utilisation});
  const auto same = [&](const UsedRate& used) {
    return used.unit == choice.unit && used.precision == choice.precision;
  };
  if (std::none_of(used_rates_.begin(), used_rates_.end(), same))
    used_rates_.push_back({choice.unit, choice.precision, choice.rate});
  if (!choice.fallback.empty() &&
      std::find(warnings_.begin(), warnings_.end(), choice.fallback) == warnings_.end()) {
    warnings_.push_back(choice.fallback);
  }
}

void KernelTimer::AddTransfer(const Kernel& kernel, const KernelPlacement& placed,
                              KernelTime& result) const {
  const std::vector<CacheLevel>& caches = machine_.caches();
  std::vector<double> served(caches.size() + 1);
  for (size_t level = 0; level < served.size(); ++level)
    served[level] = static_cast<double>(placed.total[level].value());
  // Scratch memory is written and read again, in the nearest cache that holds it.
  const Count scratch = kernel.work.inner_bytes;
  served[NearestHolding(caches, scratch)] +=
      2 * static_cast<double>((scratch * kernel.repeat).value());
  double passing = 0;
  for (size_t level = served.size(); level-- > 0;) {
    passing += served[level];
    if (passing == 0) continue;
    const bool dram = level == caches.size();
    result.transfer.push_back({dram ? std::string_view("DRAM") : caches[level].name, Bytes(passing),
                               dram ? machine_.dram_bandwidth() : caches[level].bandwidth});
  }
}

void KernelTimer::AddReorders(const Kernel& kernel, KernelTime& result) const {
  const std::vector<CacheLevel>& caches = machine_.caches();
  const auto add = [&](const Traffic& copied) {
    const Count both = copied.bytes * 2;  // read in one layout, written in the other
    const size_t level = NearestHolding(caches, both);
    result.reorders.push_back(
        {"layout reorder", Bytes(static_cast<double>((both * kernel.repeat).value())),
         level < caches.size() ? caches[level].bandwidth : machine_.dram_bandwidth()});
  };
  for (const Traffic& copied : kernel.reorders) add(copied);
  if (scenario_.channels_last || MultiplyingUnit(result) != Unit::kMatrix) return;
  for (const Traffic& copied : kernel.matrix_reorders) add(copied);
}

// Each copy is a kernel of its own.
Seconds KernelTimer::ReorderTime(const KernelTime& kernel) const {
  const EfficiencyModel& model = machine_.efficiency();
  const double reached = model.For({"data_movement"}).memory.typical;
  const auto executions = static_cast<double>(kernel.executions);
  const auto threads = static_cast<double>(machine_.threads());
  Seconds sum;
  for (const TransferTerm& copied : kernel.reorders) {
    const Seconds shared = copied.time() / reached;
    sum += std::min(shared + model.team_overhead() * executions, shared * threads) +
           model.kernel_overhead() * executions;
  }
  return sum;
}

void KernelTimer::AddExpected(KernelTime& result) const {
  const EfficiencyModel& model = machine_.efficiency();
  const UsedEfficiency& used = result.efficiency;
  const auto executions = static_cast<double>(result.executions);
  const Terms peak{ComputeTime(result, true), TransferTime(result)};
  Surroundings around{model.overlap(), (model.kernel_overhead() + used.extra) * executions};
  Terms scale{Seconds(1), Seconds(1)};
  if (const auto threads = static_cast<double>(machine_.threads()); threads > 1) {
    const Seconds team = model.team_overhead() * executions;
    const double slower =
        machine_.dram_bandwidth() / std::min(machine_.dram_bandwidth(), model.core_bandwidth());
    const Seconds alone = Combine(peak.compute * threads, peak.transfer * slower, around);
    result.one_core = alone < Combine(peak.compute, peak.transfer, around) + team;
    if (result.one_core) {
      scale = {Seconds(threads), Seconds(slower)};
    } else {
      around.overhead += team;
    }
  }
  const auto at = [&](double compute, double memory, double faster_peak, double faster_memory) {
    return Combine(peak.compute * scale.compute.value() / compute / faster_peak,
                   peak.transfer * scale.transfer.value() / memory / faster_memory, around);
  };
  around.overhead += ReorderTime(result);
  const UsedFraction& compute = used.compute;
  const UsedFraction& memory = used.memory;
  WorkTime& time = result.time;
  time.overhead = around.overhead;
  time.expected = {at(compute.high, memory.high, 1, 1), at(compute.typical, memory.typical, 1, 1),
                   at(compute.low, memory.low, 1, 1)};
  time.double_peak = at(compute.typical, memory.typical, 2, 1);
  time.double_bandwidth = at(compute.typical, memory.typical, 1, 2);
}

}  // namespace roofline
