#include "tests/costmodel/fusion/plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace roofline::testing {
namespace {

std::string PartitionFaults(const FusedModel& model) {
  std::string faults;
  std::vector<int> seen(model.counted.layers.size());
  for (size_t k = 0; k < model.plan.kernels.size(); ++k) {
    const Kernel& kernel = model.plan.kernels[k];
    if (!std::is_sorted(kernel.layers.begin(), kernel.layers.end()))
      faults += fmt::format("kernel {}: layers out of order\n", k);
    for (const size_t layer : kernel.layers) {
      ++seen[layer];
      if (model.plan.kernel_of_layer[layer] != k)
        faults += fmt::format("layer {}: kernel {} does not know it\n", layer, k);
      if (model.counted.layers[layer].run != model.counted.layers[kernel.layers[0]].run)
        faults += fmt::format("kernel {}: mixes runs\n", k);
    }
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != 1) faults += fmt::format("layer {}: in {} kernels\n", i, seen[i]);
  }
  return faults;
}

bool ReadsShapeOnly(const Layer& layer) {
  return layer.node->op == "Shape" || layer.node->op == "Size";
}

// With kernels in a valid order there is no cycle.
std::string OrderFaults(const FusedModel& model) {
  std::string faults;
  std::map<std::pair<const GraphRun*, size_t>, size_t> producer;
  for (size_t i = 0; i < model.counted.layers.size(); ++i) {
    const Layer& layer = model.counted.layers[i];
    for (const ValueId value : layer.node->inputs) {
      const auto found = value.valid() ? producer.find({layer.run, value.index()}) : producer.end();
      if (found == producer.end() || ReadsShapeOnly(layer)) continue;
      if (model.plan.kernel_of_layer[found->second] > model.plan.kernel_of_layer[i])
        faults += fmt::format("layer {} runs before layer {}\n", i, found->second);
    }
    for (const ValueId value : layer.node->outputs) {
      if (value.valid()) producer[{layer.run, value.index()}] = i;
    }
  }
  return faults;
}

std::string TrafficFaults(const FusedModel& model) {
  std::string faults;
  const KernelPlan separate = SeparateKernels(model.counted.layers, *model.buffers);
  Count read;
  Count written;
  Count flops;
  Count folded;
  Count fused_flops;
  for (const Kernel& kernel : separate.kernels) {
    read += Count(ReadBytes(kernel)) * kernel.repeat;
    written += Count(WriteBytes(kernel)) * kernel.repeat;
    flops += kernel.work.Flops() * kernel.repeat;
  }
  for (const Kernel& kernel : model.plan.kernels) {
    fused_flops += kernel.work.Flops() * kernel.repeat;
    for (const size_t layer : kernel.folded)
      folded += model.counted.layers[layer].work.Flops() * kernel.repeat;
  }
  if (model.read_bytes() > read.value())
    faults += fmt::format("reads {} B, separately {} B\n", model.read_bytes(), read.value());
  if (model.write_bytes() > written.value())
    faults += fmt::format("writes {} B, separately {} B\n", model.write_bytes(), written.value());
  if (fused_flops + folded != flops)
    faults += fmt::format("{} FLOPs and {} folded, separately {}\n", fused_flops.value(),
                          folded.value(), flops.value());
  return faults;
}

// What another kernel reads, and what the model gives, somebody has to write.
std::string WriteFaults(const FusedModel& model) {
  std::string faults;
  std::vector<bool> written(model.buffers->buffers().size());
  for (size_t k = 0; k < model.plan.kernels.size(); ++k) {
    for (const Traffic& traffic : model.plan.kernels[k].traffic) {
      if (traffic.write) written[traffic.buffer.index()] = true;
    }
  }
  const KernelPlan separate = SeparateKernels(model.counted.layers, *model.buffers);
  std::vector<bool> made(written.size());
  for (const Kernel& kernel : separate.kernels) {
    const Kernel& fused = model.plan.kernels[model.plan.kernel_of_layer[kernel.layers.front()]];
    if (fused.pattern == "constant folding") continue;  // there before the first inference
    for (const Traffic& traffic : kernel.traffic) {
      if (traffic.write) made[traffic.buffer.index()] = true;
    }
  }
  const auto needs = [&](BufferId buffer) {
    if (made[buffer.index()] && !written[buffer.index()])
      faults += fmt::format("nobody writes {}\n", model.buffers->buffer(buffer).name);
  };
  for (const Kernel& kernel : model.plan.kernels) {
    for (const Traffic& traffic : kernel.traffic) needs(traffic.buffer);
  }
  for (size_t b = 0; b < made.size(); ++b) {
    if (model.buffers->buffers()[b].role == BufferRole::kOutput) needs(BufferId(b));
  }
  return faults;
}

}  // namespace

std::string PlanFaults(const FusedModel& model) {
  return PartitionFaults(model) + OrderFaults(model) + TrafficFaults(model) + WriteFaults(model);
}

}  // namespace roofline::testing
