#include "costmodel/fusion/kernel.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"

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
std::vector<Traffic> TrafficOfLayer(const Layer& layer, const std::vector<BufferId>& inputs,
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

// Traffic of layers that run at once.
class TrafficSum {
 public:
  // What an earlier layer of the kernel read or wrote is still at hand: it is not moved again.
  void Add(const Traffic& traffic) {
    if (!traffic.write && at_.contains(Key(traffic.buffer, true))) return;
    const auto [at, added] = at_.try_emplace(Key(traffic.buffer, traffic.write), all_.size());
    if (added) {
      all_.push_back(traffic);
    } else {
      all_[at->second].bytes = Max(all_[at->second].bytes, traffic.bytes);
    }
  }

  std::vector<Traffic> Take() { return std::move(all_); }

 private:
  static size_t Key(BufferId buffer, bool write) { return buffer.index() * 2 + (write ? 1 : 0); }

  std::vector<Traffic> all_;
  absl::flat_hash_map<size_t, size_t> at_;  // where in `all_` a buffer and direction is
};

// The kernel of a layer of its own: nothing is summed or at hand from another.
Kernel KernelOf(const std::vector<Layer>& layers, const LayerTraffic& traffic,
                const LayerGroup& group) {
  const size_t layer = group.layers.front();
  Kernel kernel{.layers = group.layers,
                .main = layer,
                .pattern = group.pattern,
                .traffic = traffic[layer],
                .repeat = layers[layer].repeat};
  AddCounts(layers[layer].work, kernel.work);
  kernel.work.math = layers[layer].work.math;
  return kernel;
}

// Depthwise ones have a channel to multiply and run on vector units whatever the format.
bool IsForMatrixUnits(const Layer& layer) {
  if (layer.rule == nullptr || layer.rule->op_class != OperatorClass::kConvolution) return false;
  const NodeView node = layer.view();
  if (!node.has_shape(1)) return true;
  const Shape& filter = node.shape(1);
  return node.attr_int("group", 1) == 1 || filter.size() < 2 || filter[1] != 1;
}

// NVIDIA, Convolutional Layers User's Guide, "Tensor Layouts In Memory: NCHW vs NHWC"; the kernels
// before and after each convolution show in the profiles of microsoft/onnxruntime#17200.
void AddMatrixReorders(const BufferTable& buffers, Kernel& kernel) {
  for (const Traffic& moved : kernel.traffic) {
    if (buffers.buffer(moved.buffer).role != BufferRole::kWeight)
      kernel.matrix_reorders.push_back(moved);
  }
}

bool Heavier(const Work& a, const Work& b) {
  if (a.macs != b.macs) return a.macs.value() > b.macs.value();
  return (a.TotalRead() + a.TotalWritten()).value() > (b.TotalRead() + b.TotalWritten()).value();
}

}  // namespace

std::string_view FusionName(Fusion fusion) { return fusion == Fusion::kNone ? "none" : "runtime"; }

LayerTraffic TrafficOf(const std::vector<Layer>& layers, const BufferTable& buffers) {
  LayerTraffic traffic;
  traffic.reserve(layers.size());
  for (size_t i = 0; i < layers.size(); ++i)
    traffic.push_back(TrafficOfLayer(layers[i], buffers.inputs(i), buffers.outputs(i)));
  return traffic;
}

Kernel MakeKernel(const std::vector<Layer>& layers, const LayerTraffic& traffic, LayerGroup group,
                  const absl::flat_hash_set<size_t>& inner) {
  if (group.layers.size() == 1 && group.folded.empty()) return KernelOf(layers, traffic, group);
  Kernel kernel{.main = group.layers.front(),
                .pattern = group.pattern,
                .repeat = layers[group.layers.front()].repeat};
  const absl::flat_hash_set<size_t> folded(group.folded.begin(), group.folded.end());
  TrafficSum sum;
  for (const size_t index : group.layers) {
    const Layer& layer = layers[index];
    if (Heavier(layer.work, layers[kernel.main].work)) kernel.main = index;
    if (!folded.contains(index)) AddCounts(layer.work, kernel.work);
    for (const Traffic& moved : traffic[index]) {
      if (!inner.contains(moved.buffer.index())) sum.Add(moved);
    }
  }
  kernel.work.math = layers[kernel.main].work.math;
  kernel.traffic = sum.Take();
  kernel.layers = std::move(group.layers);
  kernel.folded = std::move(group.folded);
  return kernel;
}

KernelPlan SeparateKernels(const std::vector<Layer>& layers, const BufferTable& buffers) {
  const LayerTraffic traffic = TrafficOf(layers, buffers);
  KernelPlan plan;
  plan.kernels.reserve(layers.size());
  plan.kernel_of_layer.reserve(layers.size());
  for (size_t i = 0; i < layers.size(); ++i) {
    plan.kernels.push_back(MakeKernel(layers, traffic, {.layers = {i}}, {}));
    if (IsForMatrixUnits(layers[i])) AddMatrixReorders(buffers, plan.kernels.back());
    plan.kernel_of_layer.push_back(i);
  }
  return plan;
}

}  // namespace roofline
