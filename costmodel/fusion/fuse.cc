#include "costmodel/fusion/fuse.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "costmodel/fusion/blocked_layout.h"
#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"
#include "costmodel/fusion/patterns.h"
#include "costmodel/fusion/quantization.h"
#include "costmodel/fusion/shape_arithmetic.h"

namespace roofline {
namespace {

Groups MatchAll(const Flow& flow, Runtime runtime) {
  Groups groups(flow);
  FoldShapeArithmetic(flow, groups);
  for (const Pattern& pattern : Patterns()) {
    const MatchFunction match = pattern.MatchFor(runtime);
    if (match == nullptr) continue;
    for (size_t layer = 0; layer < flow.size(); ++layer) {
      if (!groups.Free(layer)) continue;
      LayerGroup group = match(flow, groups, layer);
      if (group.layers.size() < 2) continue;
      group.pattern = pattern.name;
      groups.Add(std::move(group));
    }
  }
  return groups;
}

// Finds the buffers that nothing outside of a group touches.
class InnerBuffers {
 public:
  InnerBuffers(const Flow& flow, const BufferTable& buffers, const Quantization& quantization)
      : flow_(flow),
        buffers_(buffers),
        quantization_(quantization),
        touches_(buffers.buffers().size()),
        of_group_(buffers.buffers().size()) {
    for (size_t i = 0; i < flow.size(); ++i) {
      ForEachTouch(i, [&](BufferId buffer) { ++touches_[buffer.index()]; });
    }
  }

  absl::flat_hash_set<size_t> Of(const LayerGroup& group) {
    for (const size_t layer : group.layers)
      ForEachTouch(layer, [&](BufferId buffer) { ++of_group_[buffer.index()]; });
    absl::flat_hash_set<size_t> inner;
    for (const size_t layer : group.layers) {
      if (flow_.IsView(layer) || flow_.Leaves(layer) || flow_.Escapes(layer)) continue;
      for (const BufferId named : buffers_.outputs(layer)) {
        const BufferId buffer = quantization_.Stored(named);
        if (buffer == named && buffer.valid() && IsInner(buffer)) inner.insert(buffer.index());
      }
    }
    for (const size_t layer : group.layers)
      ForEachTouch(layer, [&](BufferId buffer) { of_group_[buffer.index()] = 0; });
    return inner;
  }

 private:
  // A layer that only looks at a shape touches no buffer, a view only makes sure that what reads it
  // stays in sight.
  template <class Fn>
  void ForEachTouch(size_t layer, Fn&& fn) const {
    const std::vector<BufferId>& inputs = buffers_.inputs(layer);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].valid() && flow_.Producer(layer, i) != Flow::kNone)
        fn(quantization_.Stored(inputs[i]));
    }
    for (const BufferId buffer : buffers_.outputs(layer)) {
      if (buffer.valid()) fn(quantization_.Stored(buffer));
    }
  }

  bool IsInner(BufferId buffer) const {
    return buffers_.buffer(buffer).role == BufferRole::kActivation &&
           of_group_[buffer.index()] == touches_[buffer.index()];
  }

  const Flow& flow_;
  const BufferTable& buffers_;
  const Quantization& quantization_;
  std::vector<size_t> touches_;   // per buffer, by all layers
  std::vector<size_t> of_group_;  // the same by the group at hand; zero between groups
};

// A batch norm inside of weights leaves its offset as their bias; other folded layers move nothing.
void DropFolded(const Flow& flow, const LayerGroup& group, const BufferTable& buffers,
                LayerTraffic& traffic) {
  constexpr size_t kOffset = 2;  // scale 1, offset 2, mean 3, variance 4
  for (const size_t layer : group.folded) {
    if (!flow.Is(layer, "BatchNormalization")) {
      traffic[layer].clear();
      continue;
    }
    std::erase_if(traffic[layer], [&](const Traffic& moved) {
      return buffers.buffer(moved.buffer).role == BufferRole::kWeight &&
             moved.buffer != buffers.inputs(layer)[kOffset];
    });
  }
}

}  // namespace

KernelPlan FuseKernels(const Model& model, const std::vector<Layer>& layers,
                       const BufferTable& buffers, Runtime runtime) {
  const Flow flow(model, layers);
  Groups groups = MatchAll(flow, runtime);
  LayerTraffic reorders(layers.size());
  if (runtime == Runtime::kCpu) {
    const BlockedLayout layout(flow, groups);
    layout.FuseResiduals(groups);
    reorders = layout.Reorders(buffers);
  }
  const Quantization quantization(flow, buffers, groups);
  InnerBuffers inner(flow, buffers, quantization);
  LayerTraffic traffic = TrafficOf(layers, buffers);
  for (const LayerGroup& group : groups.all()) DropFolded(flow, group, buffers, traffic);
  quantization.Apply(traffic);

  KernelPlan plan;
  plan.kernel_of_layer.resize(layers.size());
  for (size_t i = 0; i < layers.size(); ++i) {
    LayerGroup group{.layers = {i}};
    absl::flat_hash_set<size_t> inside;
    if (!groups.Free(i)) {
      const LayerGroup& found = groups.all()[groups.GroupOf(i)];
      if (i != (found.at_first ? found.layers.front() : found.layers.back())) continue;
      group = found;
      inside = inner.Of(group);
    }
    for (const size_t layer : group.layers) plan.kernel_of_layer[layer] = plan.kernels.size();
    Kernel kernel = MakeKernel(layers, traffic, std::move(group), inside);
    kernel.work.math = quantization.Math(kernel.main);
    for (const size_t layer : kernel.layers) {
      kernel.reorders.insert(kernel.reorders.end(), reorders[layer].begin(), reorders[layer].end());
    }
    plan.kernels.push_back(std::move(kernel));
  }
  return plan;
}

}  // namespace roofline
