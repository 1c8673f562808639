#include "costmodel/memory/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "costmodel/memory/loop_runs.h"
#include "costmodel/memory/reuse_stack.h"

namespace roofline {
namespace {

// Depth of the stack down to which each cache holds it: growing from level to level.
std::vector<int64_t> CapacityLines(std::span<const Count> capacities) {
  std::vector<int64_t> lines;
  int64_t line = 0;
  for (const Count capacity : capacities) {
    line = std::max(line, capacity.ok() ? capacity.value() : std::numeric_limits<int64_t>::max());
    lines.push_back(line);
  }
  return lines;
}

// Bytes that each buffer takes in a cache. Sizes beyond any memory are cut so that sums hold.
std::vector<int64_t> CachedSizes(const KernelPlan& plan, std::span<const Buffer> buffers) {
  const int64_t most =
      std::numeric_limits<int64_t>::max() / static_cast<int64_t>(buffers.size() + 1);
  const auto cut = [&](Count bytes) { return bytes.ok() ? std::min(bytes.value(), most) : most; };
  std::vector<int64_t> sizes(buffers.size(), 0);
  for (const Kernel& kernel : plan.kernels) {
    for (const Traffic& traffic : kernel.traffic) {
      const Count whole = buffers[traffic.buffer.index()].bytes;
      const int64_t touched = whole == Count(0)  // of unknown shape
                                  ? cut(traffic.bytes)
                                  : std::min(cut(traffic.bytes), cut(whole));
      int64_t& size = sizes[traffic.buffer.index()];
      size = std::max(size, touched);
    }
  }
  return sizes;
}

size_t CountTraffic(const KernelPlan& plan) {
  size_t entries = 0;
  for (const Kernel& kernel : plan.kernels) entries += kernel.traffic.size();
  return entries;
}

void AddTo(LevelBytes& sum, const LevelBytes& bytes) {
  for (size_t i = 0; i < sum.size(); ++i) sum[i] += bytes[i];
}

// Walks the kernels in execution order with the stack of what they used.
class Placer {
 public:
  Placer(const KernelPlan& plan, std::span<const Buffer> buffers, std::span<const Count> capacities,
         MemoryState state)
      : plan_(plan),
        lines_(CapacityLines(capacities)),
        sizes_(CachedSizes(plan, buffers)),
        inferences_(state == MemoryState::kWarm ? 2 : 1),
        // Twice, as loop bodies are walked twice in an inference.
        stack_(sizes_, inferences_ * 2 * CountTraffic(plan)),
        unread_(buffers.size()) {
    const LevelBytes none(lines_.size() + 1, Count(0));
    placement_.total = none;
    placement_.kernels.reserve(plan.kernels.size());
    for (const Kernel& kernel : plan.kernels)
      placement_.kernels.push_back({{kernel.traffic.size(), none}, none});
  }

  Placement Place() {
    const std::vector<LoopRun> runs = LoopRunsOf(plan_);
    for (inference_ = 0; inference_ < inferences_; ++inference_) {
      for (const LoopRun& run : runs) Execute(run);
    }
    for (std::optional<Write>& write : unread_) Settle(write, std::nullopt);
    for (KernelPlacement& kernel : placement_.kernels) {
      for (const LevelBytes& bytes : kernel.traffic) AddTo(kernel.total, bytes);
      AddTo(placement_.total, kernel.total);
    }
    return std::move(placement_);
  }

 private:
  using Depth = std::optional<int64_t>;

  // A write that has not been read yet.
  struct Write {
    size_t kernel;
    size_t entry;
    Count times;
  };

  // How many executions one walk over a kernel stands for.
  struct Times {
    Count reads;
    Count writes;
  };

  // A loop is walked twice: later iterations read like the second one, and what earlier ones write
  // fares like what the first one writes, as an iteration follows.
  void Execute(const LoopRun& run) {
    if (run.repeat == Count(0)) return;
    if (run.repeat.value() <= 1) return ExecuteOnce(run, {run.repeat, run.repeat});
    ExecuteOnce(run, {1, run.repeat - Count(1)});
    ExecuteOnce(run, {run.repeat - Count(1), 1});
  }

  void ExecuteOnce(const LoopRun& run, Times times) {
    for (size_t i = run.first; i < run.end; ++i) Execute(i, times);
  }

  void Execute(size_t kernel, Times times) {
    const std::vector<Traffic>& traffic = plan_.kernels[kernel].traffic;
    for (size_t i = 0; i < traffic.size(); ++i) {
      if (!traffic[i].write && traffic[i].bytes != Count(0)) Read(kernel, i, times.reads);
    }
    for (const bool write : {false, true}) {
      for (const Traffic& entry : traffic) {
        if (entry.write == write && entry.bytes != Count(0)) stack_.Touch(entry.buffer.index());
      }
    }
    for (size_t i = 0; i < traffic.size(); ++i) {
      if (!traffic[i].write || traffic[i].bytes == Count(0)) continue;
      std::optional<Write>& unread = unread_[traffic[i].buffer.index()];
      Settle(unread, std::nullopt);
      // Writes count in the first inference: of these the next one shows what becomes of them.
      if (inference_ == 0) unread = Write{kernel, i, times.writes};
    }
  }

  void Read(size_t kernel, size_t entry, Count times) {
    const size_t buffer = plan_.kernels[kernel].traffic[entry].buffer.index();
    const Depth depth = stack_.Depth(buffer);
    Settle(unread_[buffer], depth);
    if (inference_ + 1 == inferences_) Charge(kernel, entry, times, depth);
  }

  // Charges a write, if there is one, where its next read finds it; nullopt: nothing reads it.
  void Settle(std::optional<Write>& write, Depth depth) {
    if (!write) return;
    Charge(write->kernel, write->entry, write->times, depth);
    write.reset();
  }

  // Charges a transfer of a buffer that lies at `depth`; nullopt: in no cache.
  void Charge(size_t kernel, size_t entry, Count times, Depth depth) {
    const Traffic& traffic = plan_.kernels[kernel].traffic[entry];
    const int64_t size = sizes_[traffic.buffer.index()];
    LevelBytes& levels = placement_.kernels[kernel].traffic[entry];
    const Count once = Min(traffic.bytes, Count(size));
    Split(once * times, depth, size, levels);
    Split((traffic.bytes - once) * times, 0, size, levels);
  }

  // Divides `bytes` among the levels as the buffer is.
  void Split(Count bytes, Depth depth, int64_t size, LevelBytes& levels) const {
    if (!depth || !bytes.ok()) {
      levels.back() += bytes;
      return;
    }
    int64_t given = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      const int64_t inside = std::clamp(lines_[i] - *depth, int64_t{0}, size);
      const double share = static_cast<double>(bytes.value()) * static_cast<double>(inside) /
                           static_cast<double>(size);
      // What rounding takes past the bytes, and past int64, is cut before it is converted.
      const int64_t up_to = inside == size || share >= static_cast<double>(bytes.value())
                                ? bytes.value()
                                : std::llround(share);
      levels[i] += Count(up_to - given);
      given = up_to;
    }
    levels.back() += bytes - Count(given);
  }

  const KernelPlan& plan_;
  const std::vector<int64_t> lines_;
  const std::vector<int64_t> sizes_;
  const size_t inferences_;
  size_t inference_ = 0;
  ReuseStack stack_;
  std::vector<std::optional<Write>> unread_;  // per buffer
  Placement placement_;
};

}  // namespace

std::string_view MemoryStateName(MemoryState state) {
  return state == MemoryState::kWarm ? "warm" : "cold";
}

Placement PlaceInMemory(const KernelPlan& plan, std::span<const Buffer> buffers,
                        std::span<const Count> capacities, MemoryState state) {
  return Placer(plan, buffers, capacities, state).Place();
}

}  // namespace roofline
