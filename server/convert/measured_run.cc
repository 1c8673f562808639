#include "server/convert/measured_run.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

void KernelToProto(const MeasuredKernel& kernel, v1::MeasuredKernel& proto) {
  proto.set_name(kernel.name);
  proto.mutable_node_names()->Add(kernel.node_names.begin(), kernel.node_names.end());
  proto.set_node_range(kernel.node_range);
  proto.mutable_tensor_names()->Add(kernel.tensor_names.begin(), kernel.tensor_names.end());
  proto.set_op(kernel.op);
  proto.set_provider(kernel.provider);
  proto.set_parent(kernel.parent);
  proto.set_inserted(kernel.inserted);
  proto.set_launch_only(kernel.launch_only);
  proto.set_median_seconds(kernel.median.value());
  proto.set_minimum_seconds(kernel.minimum.value());
  proto.set_relative_spread(kernel.relative_spread);
  proto.set_calls_per_run(kernel.calls_per_run);
  for (const auto& shape : kernel.output_shapes)
    proto.add_output_shapes()->mutable_dimensions()->Add(shape.begin(), shape.end());
  if (kernel.flops) proto.set_operations(kernel.flops->value());
  if (kernel.dram_bytes) proto.set_dram_bytes(kernel.dram_bytes->value());
}

bool IsTime(double seconds) { return std::isfinite(seconds) && seconds >= 0; }

absl::StatusOr<MeasuredKernel> KernelFromProto(const v1::MeasuredKernel& proto) {
  if (!IsTime(proto.median_seconds()) || !IsTime(proto.minimum_seconds())) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("measured kernel '{}': a time of {} s; expected zero or more",
                             proto.name().substr(0, 100), proto.median_seconds()));
  }
  MeasuredKernel kernel;
  kernel.name = proto.name();
  kernel.node_names.assign(proto.node_names().begin(), proto.node_names().end());
  kernel.node_range = proto.node_range();
  kernel.tensor_names.assign(proto.tensor_names().begin(), proto.tensor_names().end());
  kernel.op = proto.op();
  kernel.provider = proto.provider();
  kernel.parent = proto.parent();
  kernel.inserted = proto.inserted();
  kernel.launch_only = proto.launch_only();
  kernel.median = Seconds(proto.median_seconds());
  kernel.minimum = Seconds(proto.minimum_seconds());
  kernel.relative_spread = proto.relative_spread();
  kernel.calls_per_run = proto.calls_per_run();
  for (const v1::MeasuredShape& shape : proto.output_shapes())
    kernel.output_shapes.emplace_back(shape.dimensions().begin(), shape.dimensions().end());
  if (proto.has_operations()) kernel.flops = Flops(proto.operations());
  if (proto.has_dram_bytes()) kernel.dram_bytes = Bytes(proto.dram_bytes());
  return kernel;
}

}  // namespace

v1::MeasuredRun MeasuredRunToProto(const MeasuredRun& run) {
  v1::MeasuredRun proto;
  proto.set_format(run.format);
  proto.set_file(run.file);
  for (const MeasuredKernel& kernel : run.kernels) KernelToProto(kernel, *proto.add_kernels());
  if (run.latency_median) proto.set_latency_seconds(run.latency_median->value());
  if (run.latency_minimum) proto.set_latency_minimum_seconds(run.latency_minimum->value());
  proto.set_latency_relative_spread(run.latency_relative_spread);
  if (run.flops) proto.set_operations(run.flops->value());
  proto.set_runs(run.runs);
  proto.set_warmup_runs_dropped(run.warmup_runs_dropped);
  proto.set_profiled(run.profiled);
  proto.mutable_warnings()->Add(run.warnings.begin(), run.warnings.end());
  return proto;
}

absl::StatusOr<MeasuredRun> MeasuredRunFromProto(const v1::MeasuredRun& proto) {
  MeasuredRun run;
  run.format = proto.format();
  run.file = proto.file();
  for (const v1::MeasuredKernel& kernel : proto.kernels()) {
    ASSIGN_OR_RETURN(MeasuredKernel read, KernelFromProto(kernel));
    run.kernels.push_back(std::move(read));
  }
  if (proto.has_latency_seconds()) {
    if (!IsTime(proto.latency_seconds()) || proto.latency_seconds() == 0)
      return Error(Reason::kInvalidArgument, "the measured latency must be greater than zero");
    run.latency_median = Seconds(proto.latency_seconds());
  }
  if (proto.has_latency_minimum_seconds())
    run.latency_minimum = Seconds(proto.latency_minimum_seconds());
  if (run.kernels.empty() && !run.latency_median)
    return Error(Reason::kInvalidArgument,
                 "the measured run has no time: neither kernels nor a latency");
  run.latency_relative_spread = proto.latency_relative_spread();
  if (proto.has_operations()) run.flops = Flops(proto.operations());
  run.runs = proto.runs();
  run.warmup_runs_dropped = proto.warmup_runs_dropped();
  run.profiled = proto.profiled();
  run.warnings.assign(proto.warnings().begin(), proto.warnings().end());
  return run;
}

}  // namespace roofline
