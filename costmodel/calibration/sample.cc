#include "costmodel/calibration/sample.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace roofline {
namespace {

// Classes with less of the time say more about the clock than about the device.
constexpr double kWorthwhileShare = 0.02;

EfficiencyClasses ClassesOf(const Workload& workload, const DevicePrediction& prediction,
                            size_t kernel) {
  const KernelTime& time = prediction.kernels[kernel];
  const std::vector<Kernel>& kernels = workload.For(prediction.profile->kind).kernels.plan.kernels;
  const bool matrix = std::any_of(time.compute.begin(), time.compute.end(),
                                  [](const auto& term) { return term.unit == Unit::kMatrix; });
  return EfficiencyClassesOf(workload.layers[kernels[kernel].main],
                             matrix ? Unit::kMatrix : Unit::kVector);
}

void AddKernel(const Workload& workload, const DevicePrediction& prediction, size_t kernel,
               CalibrationSample& sample) {
  const KernelTime& timed = prediction.kernels[kernel];
  const WorkTime& time = timed.time;
  if (time.serial == Seconds(0)) return;
  const Seconds extra = timed.efficiency.extra * static_cast<double>(timed.executions);
  EfficiencyClasses classes = ClassesOf(workload, prediction, kernel);
  ClassTime& sum = sample.classes[classes.front()];
  sum.classes = std::move(classes);
  sum.time += time.expected.typical - time.overhead;
  sum.kernels += timed.executions;
  sum.extra += extra;
  sample.kernel_overhead += time.overhead - extra;
}

}  // namespace

CalibrationSample LatencySample(const Workload& workload, const DevicePrediction& prediction,
                                Seconds measured) {
  CalibrationSample sample;
  sample.whole = true;
  sample.measured = measured;
  for (size_t i = 0; i < prediction.kernels.size(); ++i) AddKernel(workload, prediction, i, sample);
  sample.inference_overhead = prediction.inference_overhead;
  sample.host_transfer = prediction.host_transfer.value_or(Seconds(0));
  sample.dispatch = prediction.dispatch.value_or(Seconds(0));
  return sample;
}

std::vector<CalibrationSample> ProfileSamples(const Workload& workload,
                                              const DevicePrediction& prediction,
                                              const RunEvaluation& evaluation,
                                              const MeasuredRun& run) {
  std::map<std::string_view, CalibrationSample> by_class;
  for (const EvaluatedGroup& group : evaluation.groups) {
    const size_t main =
        *std::max_element(group.kernels.begin(), group.kernels.end(), [&](size_t a, size_t b) {
          return prediction.kernels[a].time.floor < prediction.kernels[b].time.floor;
        });
    if (prediction.kernels[main].time.serial == Seconds(0)) continue;
    CalibrationSample& sample = by_class[ClassesOf(workload, prediction, main).front()];
    sample.measured += group.time;
    for (const size_t kernel : group.kernels) AddKernel(workload, prediction, kernel, sample);
    if (!run.profiled) continue;
    for (const size_t measured : group.measured)
      sample.profiled_kernels += run.kernels[measured].calls_per_run;
  }
  std::vector<CalibrationSample> samples;
  for (auto& [name, sample] : by_class) {
    sample.weight = sample.measured / evaluation.kernel_time;
    if (!(sample.weight >= kWorthwhileShare)) continue;
    sample.name = std::string(name);
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::vector<CalibrationSample> SamplesOfRun(const Report& report, const MeasuredRun& run) {
  const DevicePrediction& prediction = report.devices.front();
  std::vector<CalibrationSample> samples;
  if (run.latency_median)
    samples.push_back(LatencySample(report.workload, prediction, *run.latency_median));
  if (run.kernels.empty()) return samples;
  const RunEvaluation evaluation = Evaluate(*report.model, report.workload, prediction, run);
  std::vector<CalibrationSample> parts =
      ProfileSamples(report.workload, prediction, evaluation, run);
  std::move(parts.begin(), parts.end(), std::back_inserter(samples));
  return samples;
}

}  // namespace roofline
