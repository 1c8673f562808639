#include "costmodel/memory/liveness.h"

#include <algorithm>

#include "costmodel/memory/loop_runs.h"

namespace roofline {
namespace {

// Kernels during which a buffer is alive.
struct Lifetime {
  size_t first = 0;
  size_t last = 0;
  bool before = false;  // it is there when kernel `first` is about to run
};

using Lifetimes = std::vector<std::optional<Lifetime>>;  // per buffer; nullopt: takes nothing

Lifetimes LifetimesOf(const KernelPlan& plan, std::span<const Buffer> buffers) {
  Lifetimes lifetimes(buffers.size());
  for (const LoopRun& run : LoopRunsOf(plan)) {
    if (run.repeat == Count(0)) continue;
    for (size_t i = run.first; i < run.end; ++i) {
      for (const Traffic& traffic : plan.kernels[i].traffic) {
        const BufferRole role = buffers[traffic.buffer.index()].role;
        if (role == BufferRole::kWeight) continue;
        std::optional<Lifetime>& life = lifetimes[traffic.buffer.index()];
        const bool input = role == BufferRole::kInput;
        if (!life) life = {.first = input ? 0 : i, .before = input};
        const bool carried = run.repeat != Count(1) && (life->before || life->first < run.first);
        life->last = std::max(life->last, carried ? run.end - 1 : i);
        if (role == BufferRole::kOutput) life->last = plan.kernels.size() - 1;
      }
    }
  }
  return lifetimes;
}

std::vector<BufferId> LiveAt(size_t kernel, const Lifetimes& lifetimes,
                             std::span<const Buffer> buffers) {
  std::vector<BufferId> live;
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    if (lifetimes[i] && lifetimes[i]->first <= kernel && kernel <= lifetimes[i]->last)
      live.emplace_back(i);
  }
  std::stable_sort(live.begin(), live.end(), [&](BufferId a, BufferId b) {
    return buffers[a.index()].bytes.value() > buffers[b.index()].bytes.value();
  });
  return live;
}

}  // namespace

ActivationPeak PeakActivations(const KernelPlan& plan, std::span<const Buffer> buffers,
                               std::span<const Count> workspaces) {
  const Lifetimes lifetimes = LifetimesOf(plan, buffers);
  std::vector<Count> born(plan.kernels.size());
  std::vector<Count> freed(plan.kernels.size());
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    if (!lifetimes[i]) continue;
    born[lifetimes[i]->first] += buffers[i].bytes;
    freed[lifetimes[i]->last] += buffers[i].bytes;
  }
  ActivationPeak peak;
  Count live;
  for (size_t i = 0; i < plan.kernels.size() && peak.bytes.ok(); ++i) {
    live += born[i];
    const Count bytes = live + (i < workspaces.size() ? workspaces[i] : Count(0));
    live = live - freed[i];
    if (peak.kernel && bytes.ok() && bytes.value() <= peak.bytes.value()) continue;
    peak.bytes = bytes;
    peak.kernel = i;
  }
  if (peak.kernel) peak.live = LiveAt(*peak.kernel, lifetimes, buffers);
  return peak;
}

}  // namespace roofline
