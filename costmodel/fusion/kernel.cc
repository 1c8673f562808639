#include "costmodel/fusion/kernel.h"

#include <algorithm>
#include <utility>

namespace roofline {
namespace {

void AddCounts(const Work& from, Work& sum) {
  sum.macs += from.macs;
  sum.fmas += from.fmas;
  sum.arithmetic += from.arithmetic;
  sum.comparisons += from.comparisons;
  sum.transcendentals += from.transcendentals;
  sum.integer_ops += from.integer_ops;
  sum.inner_bytes += from.inner_bytes;
}

// Traffic of one layer: operands that share a buffer add up, as the layer's own bytes do.
std::vector<Traffic> TrafficOf(const Layer& layer, const std::vector<BufferId>& inputs,
                               const std::vector<BufferId>& outputs) {
  std::vector<Traffic> all;
  const auto add = [&](const auto& bytes, const std::vector<BufferId>& ids, bool write) {
    for (size_t i = 0; i < std::min(bytes.size(), ids.size()); ++i) {
      if (!ids[i].valid() || bytes[i] == Count(0)) continue;
      const auto same = std::find_if(all.begin(), all.end(), [&](const Traffic& other) {
        return other.buffer == ids[i] && other.write == write;
      });
      if (same == all.end()) {
        all.push_back({ids[i], write, bytes[i]});
      } else {
        same->bytes += bytes[i];
      }
    }
  };
  add(layer.work.read_bytes, inputs, false);
  add(layer.work.write_bytes, outputs, true);
  return all;
}

// What an earlier layer of the kernel read or wrote is still at hand: it is not moved again.
void Merge(const Traffic& traffic, std::vector<Traffic>& all) {
  for (Traffic& earlier : all) {
    if (earlier.buffer != traffic.buffer) continue;
    if (earlier.write && !traffic.write) return;
    if (earlier.write != traffic.write) continue;
    earlier.bytes = Max(earlier.bytes, traffic.bytes);
    return;
  }
  all.push_back(traffic);
}

bool Heavier(const Work& a, const Work& b) {
  if (a.macs != b.macs) return a.macs.value() > b.macs.value();
  return (a.TotalRead() + a.TotalWritten()).value() > (b.TotalRead() + b.TotalWritten()).value();
}

}  // namespace

std::string_view FusionName(Fusion fusion) { return fusion == Fusion::kNone ? "none" : "runtime"; }

Kernel MakeKernel(const std::vector<Layer>& layers, const BufferTable& buffers,
                  std::vector<size_t> members, std::string_view pattern,
                  const std::vector<BufferId>& inner) {
  Kernel kernel{
      .main = members.front(), .pattern = pattern, .repeat = layers[members.front()].repeat};
  const auto stays = [&](BufferId buffer) {
    return std::find(inner.begin(), inner.end(), buffer) != inner.end();
  };
  for (const size_t index : members) {
    const Layer& layer = layers[index];
    if (Heavier(layer.work, layers[kernel.main].work)) kernel.main = index;
    AddCounts(layer.work, kernel.work);
    for (const Traffic& traffic : TrafficOf(layer, buffers.inputs(index), buffers.outputs(index))) {
      if (!stays(traffic.buffer)) Merge(traffic, kernel.traffic);
    }
  }
  kernel.work.math = layers[kernel.main].work.math;
  kernel.layers = std::move(members);
  return kernel;
}

KernelPlan SeparateKernels(const std::vector<Layer>& layers, const BufferTable& buffers) {
  KernelPlan plan;
  for (size_t i = 0; i < layers.size(); ++i) {
    plan.kernels.push_back(MakeKernel(layers, buffers, {i}, "", {}));
    plan.kernel_of_layer.push_back(i);
  }
  return plan;
}

}  // namespace roofline
