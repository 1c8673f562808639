#include "costmodel/measurement/onnxruntime/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/onnxruntime/kernel_name.h"
#include "costmodel/measurement/onnxruntime/run_assembler.h"
#include "costmodel/measurement/onnxruntime/trace_event.h"
#include "costmodel/measurement/statistics.h"

namespace roofline {
namespace {

constexpr double kMicrosecond = 1e-6;

// Providers that compute before they return; the others only launch.
bool IsSynchronous(const std::string& provider) {
  return provider.empty() || provider == "CPUExecutionProvider" ||
         provider == "DnnlExecutionProvider" || provider == "XnnpackExecutionProvider" ||
         provider == "OpenVINOExecutionProvider" || provider == "AclExecutionProvider";
}

int64_t MedianOf(std::vector<int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class RunBuilder {
 public:
  RunBuilder(const RunAssembler& assembler, MeasuredRun& run)
      : assembler_(assembler),
        run_(run),
        dropped_(WarmupRuns(static_cast<int64_t>(assembler.run_us().size()))) {}

  void Build() {
    run_.warmup_runs_dropped = dropped_;
    run_.runs = static_cast<int64_t>(assembler_.run_us().size()) - dropped_;
    run_.profiled = true;
    AddLatency();
    for (const AssembledKernel& kernel : assembler_.kernels()) AddKernel(kernel);
    Warn();
  }

 private:
  void AddLatency() {
    std::vector<double> seconds;
    for (size_t i = static_cast<size_t>(dropped_); i < assembler_.run_us().size(); ++i) {
      seconds.push_back(static_cast<double>(assembler_.run_us()[i]) * kMicrosecond);
    }
    const SampleSummary summary = Summarize(std::move(seconds));
    run_.latency_median = summary.median;
    run_.latency_minimum = summary.minimum;
    run_.latency_relative_spread = summary.relative_spread;
  }

  // A run in which the kernel did not take part counts as no time.
  void AddKernel(const AssembledKernel& assembled) {
    const AssembledNode& node = assembler_.node(assembled);
    const bool on_device = !IsSynchronous(node.first.provider);
    const bool device_time = on_device && assembler_.saw_device_kernels();
    std::vector<double> seconds(static_cast<size_t>(run_.runs));
    std::vector<int64_t> calls(static_cast<size_t>(run_.runs));
    for (const KernelSample& sample : assembled.samples) {
      if (sample.run < dropped_) continue;
      const int64_t us = device_time ? sample.device_us : std::max<int64_t>(0, sample.host_us);
      seconds[sample.run - dropped_] = static_cast<double>(us) * kMicrosecond;
      calls[sample.run - dropped_] = sample.calls;
    }
    if (std::ranges::all_of(calls, [](int64_t count) { return count == 0; })) return;
    MeasuredKernel kernel{.name = node.first.name,
                          .op = node.first.op,
                          .provider = node.first.provider,
                          .launch_only = on_device && !device_time,
                          .calls_per_run = MedianOf(std::move(calls)),
                          .input_shapes = node.first.input_shapes,
                          .output_shapes = node.first.output_shapes,
                          .device_kernels = node.device_kernels};
    InterpretName(kernel);
    if (assembled.parent >= 0) {
      kernel.parent = assembler_.node(assembler_.kernels()[assembled.parent]).first.name;
    }
    const SampleSummary summary = Summarize(std::move(seconds));
    kernel.median = summary.median;
    kernel.minimum = summary.minimum;
    kernel.relative_spread = summary.relative_spread;
    if (node.shapes_vary && kernel.parent.empty()) ++varying_;
    launch_only_ += kernel.launch_only ? 1 : 0;
    run_.kernels.push_back(std::move(kernel));
  }

  void Warn() {
    if (run_.warmup_runs_dropped == 0) {
      run_.warnings.push_back("one run only: its times include warm-up; profile 10 or more");
    }
    if (assembler_.unfinished_events() > 0) {
      run_.warnings.push_back(fmt::format("{} events belong to no finished run and were left out",
                                          assembler_.unfinished_events()));
    }
    if (varying_ > 0) {
      run_.warnings.push_back(
          fmt::format("{} kernels saw inputs of several shapes: the medians mix them, profile one "
                      "shape at a time",
                      varying_));
    }
    if (launch_only_ > 0) {
      run_.warnings.push_back(fmt::format(
          "{} kernels run on a device whose own times were not recorded: what is here is the time "
          "to launch them; profile with a build made with --enable_cuda_profiling",
          launch_only_));
    }
    if (assembler_.saw_worker_threads()) {
      run_.warnings.push_back(
          "nodes ran on several threads at once: their times may add up to more than the latency");
    }
  }

  const RunAssembler& assembler_;
  MeasuredRun& run_;
  int64_t dropped_;
  int64_t varying_ = 0;
  int64_t launch_only_ = 0;
};

}  // namespace

absl::StatusOr<MeasuredRun> ReadOnnxRuntimeProfile(TextStream& text) {
  RunAssembler assembler;
  const auto take = [&assembler](const TraceEvent& event) { return assembler.Add(event); };
  auto end = ParseTrace(text, take);
  if (!end.ok()) return end.status();
  assembler.Finish();
  MeasuredRun run{.format = "onnxruntime", .file = text.name()};
  if (assembler.run_us().empty()) {
    return Error(
        Reason::kInvalidMeasurement,
        fmt::format("{}: no finished 'model_run' among {} events{}; expected the profile of "
                    "at least one inference of ONNX Runtime",
                    text.name(), end->events,
                    end->truncated ? ", the file ends in the middle" : ""));
  }
  if (assembler.kernels().empty()) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: {} runs but no '..._kernel_time' event in them; expected a "
                             "profile of nodes",
                             text.name(), assembler.run_us().size()));
  }
  RunBuilder(assembler, run).Build();
  if (end->truncated) {
    run.warnings.push_back(
        fmt::format("the file ends in the middle of event {}: only what was finished before counts",
                    end->events + 1));
  }
  return run;
}

}  // namespace roofline
