#include "costmodel/measurement/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "costmodel/measurement/causes.h"

namespace roofline {
namespace {

// Sets of plan kernels that measured kernels tie together.
class Ties {
 public:
  explicit Ties(size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
  }
  size_t Root(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // The smaller index stays the root, so that groups keep the order of execution.
  void Tie(size_t a, size_t b) {
    a = Root(a);
    b = Root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<size_t> parent_;
};

const KernelPlan& PlanOf(const Workload& workload, const DevicePrediction& prediction) {
  return workload.For(prediction.profile->kind).kernels.plan;
}

Bytes BytesOf(const KernelTime& kernel) {
  // Terms of nearer levels count what passes through them again; the nearest has seen everything.
  return kernel.transfer.empty() ? Bytes(0) : kernel.transfer.back().bytes;
}

Flops OperationsOf(const KernelTime& kernel) {
  Flops sum;
  for (const ComputeTerm& term : kernel.compute) sum += term.operations;
  return sum;
}

std::map<size_t, EvaluatedGroup> MakeGroups(const Matching& matching, const KernelPlan& plan,
                                            const MeasuredRun& run) {
  Ties ties(plan.kernels.size());
  for (const Match& match : matching.matches) {
    for (const size_t layer : match.layers)
      ties.Tie(plan.kernel_of_layer[match.layers.front()], plan.kernel_of_layer[layer]);
  }
  std::map<size_t, EvaluatedGroup> groups;
  for (const Match& match : matching.matches) {
    EvaluatedGroup& group = groups[ties.Root(plan.kernel_of_layer[match.layers.front()])];
    const MeasuredKernel& kernel = run.kernels[match.measured];
    group.measured.push_back(match.measured);
    group.basis = std::max(group.basis, match.basis);
    if (kernel.median >= group.time) group.relative_spread = kernel.relative_spread;
    group.time += kernel.median;
    if (kernel.flops)
      group.measured_operations = group.measured_operations.value_or(Flops(0)) + *kernel.flops;
  }
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    if (const auto group = groups.find(ties.Root(i)); group != groups.end())
      group->second.kernels.push_back(i);
  }
  return groups;
}

// The kernel of a group whose layer names it: the one with the largest floor.
size_t MainKernel(const EvaluatedGroup& group, const DevicePrediction& prediction) {
  return *std::max_element(group.kernels.begin(), group.kernels.end(), [&](size_t a, size_t b) {
    return prediction.kernels[a].time.floor < prediction.kernels[b].time.floor;
  });
}

void FlagBelowFloor(const Workload& workload, const DevicePrediction& prediction,
                    const MeasuredRun& run, EvaluatedGroup& group) {
  if (!group.efficiency || *group.efficiency <= 1) return;
  std::vector<const MeasuredKernel*> measured;
  for (const size_t k : group.measured) measured.push_back(&run.kernels[k]);
  const size_t main = MainKernel(group, prediction);
  const auto causes = CausesBelowFloor(
      measured, prediction.kernels[main],
      workload.layers[PlanOf(workload, prediction).kernels[main].main], *prediction.profile);
  group.flags.push_back(fmt::format("{:.0f} % of the floor: {}", *group.efficiency * 100,
                                    fmt::join(causes, "; or ")));
}

// Fewer operations than a third of what was counted, or more than three times as many.
constexpr double kOperationsOff = 3;

void FlagOperations(EvaluatedGroup& group) {
  if (!group.measured_operations || group.operations.value() <= 0) return;
  const double ratio = *group.measured_operations / group.operations;
  if (ratio > 1 / kOperationsOff && ratio < kOperationsOff) return;
  group.flags.push_back(fmt::format(
      "the hardware counted {:.3g} times the operations of the model: {}", ratio,
      ratio < 1 ? "a fast algorithm, another number format, or instructions counted once for many"
                : "padding, recomputation, or counters of several inferences"));
}

void Finish(const Workload& workload, const DevicePrediction& prediction, const MeasuredRun& run,
            EvaluatedGroup& group) {
  for (const size_t i : group.kernels) {
    group.predicted += prediction.kernels[i].time;
    group.operations += OperationsOf(prediction.kernels[i]);
    group.bytes += BytesOf(prediction.kernels[i]);
  }
  group.name =
      workload.layers[PlanOf(workload, prediction).kernels[MainKernel(group, prediction)].main]
          .name;
  group.unexplained = group.time - group.predicted.expected.typical;
  if (group.time > Seconds(0)) {
    group.efficiency = group.predicted.floor / group.time;
    group.achieved_rate = FlopsPerSecond(group.operations.value() / group.time.value());
    group.achieved_bandwidth = BytesPerSecond(group.bytes.value() / group.time.value());
  } else if (group.predicted.floor > Seconds(0)) {
    group.flags.emplace_back("a time of zero: the runtime's clock is too coarse for this kernel");
  }
  FlagBelowFloor(workload, prediction, run, group);
  FlagOperations(group);
}

void AddTotals(const MeasuredRun& run, const DevicePrediction& prediction,
               RunEvaluation& evaluation) {
  for (const EvaluatedGroup& group : evaluation.groups) evaluation.kernel_time += group.time;
  for (const size_t k : evaluation.matching.inserted)
    evaluation.inserted_time += run.kernels[k].median;
  for (const size_t k : evaluation.matching.unmatched_measured)
    evaluation.other_time += run.kernels[k].median;
  const Seconds all = evaluation.kernel_time + evaluation.inserted_time + evaluation.other_time;
  evaluation.latency = run.latency_median;
  if (run.latency_median && !run.kernels.empty()) evaluation.residual = *run.latency_median - all;
  const Seconds whole = run.latency_median.value_or(all);
  if (whole <= Seconds(0)) return;
  evaluation.efficiency = prediction.kernel_total.floor / whole;
  if (*evaluation.efficiency > 1) {
    const Seconds bound =
        std::max(prediction.kernel_total.compute, prediction.kernel_total.transfer);
    evaluation.warnings.push_back(fmt::format(
        "the run is faster than the floor of its kernels ({:.1f} %); against max(all compute, all "
        "transfer) = {:.3f} ms it reaches {:.1f} %{}",
        *evaluation.efficiency * 100, bound.value() * 1e3, bound / whole * 100,
        bound > whole
            ? ": impossible for this work on this device; check the device, its peaks, the "
              "number format, the batch, and that the time is that of a whole inference"
            : ": it fused more or kept more in cache"));
  }
}

void Rank(RunEvaluation& evaluation) {
  evaluation.ranking.resize(evaluation.groups.size());
  std::iota(evaluation.ranking.begin(), evaluation.ranking.end(), size_t{0});
  std::stable_sort(evaluation.ranking.begin(), evaluation.ranking.end(), [&](size_t a, size_t b) {
    return evaluation.groups[a].unexplained > evaluation.groups[b].unexplained;
  });
}

}  // namespace

RunEvaluation Evaluate(const Model& model, const Workload& workload,
                       const DevicePrediction& prediction, const MeasuredRun& run) {
  RunEvaluation evaluation;
  evaluation.warnings = run.warnings;
  const KernelPlan& plan = PlanOf(workload, prediction);
  if (!run.kernels.empty()) evaluation.matching = MatchKernels(model, workload.layers, run);
  std::vector<bool> grouped(plan.kernels.size());
  for (auto& [root, group] : MakeGroups(evaluation.matching, plan, run)) {
    Finish(workload, prediction, run, group);
    for (const size_t i : group.kernels) grouped[i] = true;
    evaluation.groups.push_back(std::move(group));
  }
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    if (!grouped[i] && prediction.kernels[i].time.bound() != Bound::kNone && !run.kernels.empty())
      evaluation.unmatched_kernels.push_back(i);
  }
  AddTotals(run, prediction, evaluation);
  Rank(evaluation);
  return evaluation;
}

}  // namespace roofline
