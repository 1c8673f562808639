#include "costmodel/prediction/device_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "costmodel/device/quantity_text.h"

namespace roofline {
namespace {

// The format most MACs multiply in; fp32 for a workload without any.
Precision MainPrecision(const KernelPlan& plan, const Scenario& scenario) {
  std::map<Precision, double> macs;
  for (const Kernel& kernel : plan.kernels) {
    macs[PrecisionOfKernel(scenario, kernel)] +=
        static_cast<double>((kernel.work.macs * kernel.repeat).value());
  }
  Precision best = Precision::kFp32;
  double most = 0;
  for (const auto& [precision, count] : macs) {
    if (count > most) {
      best = precision;
      most = count;
    }
  }
  return best;
}

// Times every kernel and hands it to `take(KernelTime)`; returns where their bytes are.
template <class Take>
Placement TimeKernels(const Workload& workload, const StoredKernels& stored, const Machine& machine,
                      const Scenario& scenario, KernelTimer& timer, Take&& take) {
  const std::vector<Kernel>& kernels = stored.plan.kernels;
  Placement placement =
      PlaceInMemory(stored.plan, stored.buffers, machine.cache_capacities(), scenario.memory);
  for (size_t i = 0; i < kernels.size(); ++i)
    take(timer.Time(kernels[i], placement.kernels[i], workload.layers[kernels[i].main]));
  return placement;
}

// What a host takes to hand over every kernel; views are not handed over.
Seconds DispatchOf(const Machine& machine, int64_t started) {
  return machine.efficiency().dispatch_overhead() * static_cast<double>(started);
}

int64_t StartsOf(const KernelTime& kernel) {
  return kernel.time.serial == Seconds(0) ? 0 : kernel.executions;
}

void AddSeparate(const Workload& workload, const Scenario& scenario, DevicePrediction& prediction) {
  const Machine& machine = *prediction.machine;
  KernelTimer timer(machine, scenario);
  WorkTime total;
  int64_t started = 0;
  TimeKernels(workload, *workload.separate, machine, scenario, timer,
              [&](const KernelTime& kernel) {
                total += kernel.time;
                started += StartsOf(kernel);
              });
  prediction.separate_total = total;
  prediction.separate_expected = std::max(total.expected.typical, DispatchOf(machine, started));
}

// Inputs to the device and outputs back, each direction one transfer after the other.
Seconds HostTransfer(const std::vector<Buffer>& buffers, const Machine& machine,
                     std::vector<std::string>& warnings) {
  const DeviceProfile& profile = machine.profile();
  Count in = 0;
  Count out = 0;
  for (const Buffer& buffer : buffers) {
    if (buffer.role == BufferRole::kInput) in += buffer.bytes;
    if (buffer.role == BufferRole::kOutput) out += buffer.bytes;
  }
  if (!profile.host_link || !profile.host_link->bandwidth) {
    if (profile.kind != DeviceKind::kCpu)
      warnings.emplace_back("the profile has no host_link bandwidth: host transfer counts as 0");
    return Seconds(0);
  }
  if (profile.kind == DeviceKind::kCpu) return Seconds(0);  // the tensors are there already
  const double reached = machine.efficiency().For({"host_transfer"}).memory.typical;
  return Bytes(static_cast<double>((in + out).value())) /
             (profile.host_link->bandwidth->value * reached) +
         2 * machine.efficiency().transfer_overhead();
}

// A device that waits for its host is bound by what starts kernels.
void AddDispatch(DevicePrediction& prediction) {
  int64_t started = 0;
  for (const KernelTime& kernel : prediction.kernels) started += StartsOf(kernel);
  const Seconds dispatch = DispatchOf(*prediction.machine, started);
  if (dispatch == Seconds(0)) return;
  prediction.dispatch = dispatch;
  if (dispatch > prediction.kernel_total.expected.typical) prediction.bound = Bound::kOverhead;
}

Interval ExpectedInterval(const DevicePrediction& prediction) {
  // Of how long a host takes for an operator: 20 to 70 us where 40 are typical, by operator and
  // host.
  constexpr double kQuickHost = 0.5;
  constexpr double kSlowHost = 1.75;
  const Interval& kernels = prediction.kernel_total.expected;
  const Seconds dispatch = prediction.dispatch.value_or(Seconds(0));
  return {std::max(kernels.low, dispatch * kQuickHost) + prediction.once(),
          prediction.ExpectedOf(kernels.typical),
          std::max(kernels.high, dispatch * kSlowHost) + prediction.once()};
}

Mark MarkOfKernel(const Kernel& kernel, const std::vector<Layer>& layers) {
  Mark mark = Mark::kExact;
  for (const size_t layer : kernel.layers) mark = Worst(mark, layers[layer].mark);
  return mark;
}

CoverageShares CoverageOfTime(const Workload& workload, const KernelPlan& plan,
                              const std::vector<KernelTime>& times) {
  AmountsByMark seconds;
  for (size_t i = 0; i < times.size(); ++i) {
    seconds.Add(MarkOfKernel(plan.kernels[i], workload.layers),
                times[i].time.expected.typical.value());
  }
  return seconds.Shares();
}

void CheckFits(const MemoryFootprint& memory, DevicePrediction& prediction) {
  const auto size = prediction.profile->MemorySize();
  if (!size) return;
  const auto need = static_cast<double>(memory.Total().value());
  prediction.fits = need <= size->value();
  if (*prediction.fits) return;
  prediction.warnings.push_back(
      fmt::format("does not fit: needs {} of weights and activations, has {}",
                  QuantityText(Bytes(need)), QuantityText(*size)));
}

}  // namespace

absl::StatusOr<DevicePrediction> PredictOnDevice(const Workload& workload, ProfilePtr profile,
                                                 const KindDefaults& defaults,
                                                 const Scenario& scenario) {
  ASSIGN_OR_RETURN(Machine machine, Machine::Make(*profile, defaults, scenario));
  return PredictOnMachine(workload, std::move(profile),
                          std::make_shared<const Machine>(std::move(machine)), scenario);
}

DevicePrediction PredictOnMachine(const Workload& workload, ProfilePtr profile,
                                  std::shared_ptr<const Machine> machine,
                                  const Scenario& scenario) {
  DevicePrediction prediction;
  prediction.profile = std::move(profile);
  prediction.machine = std::move(machine);
  KernelTimer timer(*prediction.machine, scenario);
  const DeviceKind kind = prediction.profile->kind;
  const StoredKernels& kernels = workload.For(kind).kernels;
  WorkTime& total = prediction.kernel_total;
  prediction.kernels.reserve(kernels.plan.kernels.size());
  Placement placement = TimeKernels(workload, kernels, *prediction.machine, scenario, timer,
                                    [&](KernelTime&& kernel) {
                                      total += kernel.time;
                                      prediction.kernels.push_back(std::move(kernel));
                                    });
  prediction.level_bytes = placement.total;
  prediction.placements = std::move(placement.kernels);
  prediction.bound = total.bound();
  prediction.coverage = CoverageOfTime(workload, kernels.plan, prediction.kernels);
  prediction.rates = timer.used_rates();
  prediction.warnings = timer.warnings();
  if (workload.separate) AddSeparate(workload, scenario, prediction);
  prediction.inference_overhead = prediction.machine->efficiency().inference_overhead();
  if (scenario.host_transfer) {
    prediction.host_transfer =
        HostTransfer(kernels.buffers, *prediction.machine, prediction.warnings);
  }
  if (scenario.fusion == Fusion::kNone) AddDispatch(prediction);
  prediction.expected = ExpectedInterval(prediction);
  if (prediction.separate_expected) *prediction.separate_expected += prediction.once();
  const RateChoice main_rate = prediction.machine->MacRate(MainPrecision(kernels.plan, scenario));
  prediction.ridge_point = main_rate.rate / prediction.machine->dram_bandwidth();
  CheckFits(workload.MemoryOn(kind), prediction);
  return prediction;
}

Seconds DevicePrediction::once() const {
  return inference_overhead + host_transfer.value_or(Seconds(0));
}

Seconds DevicePrediction::ExpectedOf(Seconds kernel_time) const {
  return std::max(kernel_time, dispatch.value_or(Seconds(0))) + once();
}

Seconds DevicePrediction::dispatch_wait() const {
  const Seconds working = kernel_total.expected.typical;
  return std::max(dispatch.value_or(Seconds(0)), working) - working;
}

void CompareWithMeasured(Seconds measured, DevicePrediction& prediction) {
  const WorkTime& total = prediction.kernel_total;
  prediction.efficiency = total.floor / measured;
  if (*prediction.efficiency <= 1) return;
  const Seconds whole = std::max(total.compute, total.transfer);
  prediction.warnings.push_back(
      fmt::format("the run is faster than the floor of its kernels ({:.1f} %): it fused more, kept "
                  "more in cache, or did less work than counted (fast convolution algorithms); "
                  "against max(all compute, all transfer) = {:.3f} ms it reaches {:.1f} %",
                  *prediction.efficiency * 100, whole.value() * 1e3, whole / measured * 100));
}

}  // namespace roofline
