#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "costmodel/memory/loop_runs.h"
#include "costmodel/memory/placement.h"
#include "tests/costmodel/memory/plan_builder.h"

namespace roofline {
namespace {

using testing::PlanBuilder;
using testing::RandomPlan;

constexpr uint32_t kSeeds = 100;

// An LRU cache of single bytes that walks every execution of every kernel of several inferences.
class ByteCache {
 public:
  using EntryKey = std::pair<size_t, size_t>;  // kernel, index of the traffic
  using Hits = std::map<EntryKey, int64_t>;

  ByteCache(const PlanBuilder& built, int64_t capacity) : built_(built), capacity_(capacity) {}

  // Bytes of inference number `counted` that the cache serves.
  Hits Run(int inferences, int counted) {
    for (int i = 0; i < inferences; ++i) {
      counting_ = i == counted;
      for (const LoopRun& run : LoopRunsOf(built_.plan)) {
        for (int64_t iteration = 0; iteration < run.repeat.value(); ++iteration) {
          for (size_t kernel = run.first; kernel < run.end; ++kernel) Execute(kernel);
        }
      }
    }
    return hits_;
  }

 private:
  void Execute(size_t kernel) {
    const std::vector<Traffic>& traffic = built_.plan.kernels[kernel].traffic;
    for (size_t i = 0; i < traffic.size(); ++i) {
      if (traffic[i].write) continue;
      const size_t buffer = traffic[i].buffer.index();
      const int64_t found = std::count(held_.begin(), held_.end(), buffer);
      if (const auto write = writes_.extract(buffer); write) hits_[write.mapped()] += found;
      if (!counting_) continue;
      const int64_t size = built_.buffers[buffer].bytes.value();
      const int64_t again = traffic[i].bytes.value() > size ? std::min(size, capacity_) : 0;
      hits_[{kernel, i}] += found + again;
    }
    for (const bool write : {false, true}) {
      for (const Traffic& entry : traffic) {
        if (entry.write == write) Touch(entry.buffer.index());
      }
    }
    for (size_t i = 0; i < traffic.size(); ++i) {
      if (!traffic[i].write) continue;
      writes_.erase(traffic[i].buffer.index());
      if (counting_) writes_[traffic[i].buffer.index()] = {kernel, i};
    }
  }

  void Touch(size_t buffer) {
    std::erase(held_, buffer);
    for (int64_t i = built_.buffers[buffer].bytes.value(); i > 0; --i) held_.push_front(buffer);
    while (static_cast<int64_t>(held_.size()) > capacity_) held_.pop_back();
  }

  const PlanBuilder& built_;
  const int64_t capacity_;
  bool counting_ = false;
  std::deque<size_t> held_;            // for each byte its buffer, last used first
  std::map<size_t, EntryKey> writes_;  // counted ones that nothing has read yet, by buffer
  Hits hits_;
};

int64_t Served(const LevelBytes& levels, size_t caches) {
  int64_t sum = 0;
  for (size_t i = 0; i < caches; ++i) sum += levels[i].value();
  return sum;
}

TEST(PlacementRandomTest, EqualsASimulationByteByByte) {
  const std::vector<Count> capacities = {7, 20, 45};
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const PlanBuilder built = RandomPlan(seed);
    for (const MemoryState state : {MemoryState::kCold, MemoryState::kWarm}) {
      const Placement placement = PlaceInMemory(built.plan, built.buffers, capacities, state);
      for (size_t level = 0; level < capacities.size(); ++level) {
        // The last of the warm inferences shows what becomes of the writes of the one before.
        ByteCache cache(built, capacities[level].value());
        ByteCache::Hits hits = state == MemoryState::kCold ? cache.Run(1, 0) : cache.Run(4, 2);
        for (size_t kernel = 0; kernel < built.plan.kernels.size(); ++kernel) {
          const auto& traffic = placement.kernels[kernel].traffic;
          for (size_t i = 0; i < traffic.size(); ++i)
            EXPECT_EQ(Served(traffic[i], level + 1), (hits[{kernel, i}]))
                << "seed " << seed << " kernel " << kernel << " entry " << i << " level " << level;
        }
      }
    }
  }
}

TEST(PlacementRandomTest, EveryByteIsServedOnce) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const PlanBuilder built = RandomPlan(seed);
    const std::vector<Count> capacities = {5, 30};
    const Placement placement =
        PlaceInMemory(built.plan, built.buffers, capacities, MemoryState::kWarm);
    Count all;
    for (size_t kernel = 0; kernel < built.plan.kernels.size(); ++kernel) {
      const Kernel& planned = built.plan.kernels[kernel];
      for (size_t i = 0; i < planned.traffic.size(); ++i) {
        const Count bytes = planned.traffic[i].bytes * planned.repeat;
        EXPECT_EQ(Served(placement.kernels[kernel].traffic[i], 3), bytes.value()) << seed;
        all += bytes;
      }
    }
    EXPECT_EQ(Served(placement.total, 3), all.value()) << seed;
  }
}

TEST(PlacementRandomTest, BiggerCachesAndWarmOnesNeverServeLess) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const PlanBuilder built = RandomPlan(seed);
    const auto dram = [&](int64_t capacity, MemoryState state) {
      const std::vector<Count> capacities = {capacity};
      return PlaceInMemory(built.plan, built.buffers, capacities, state).total.back().value();
    };
    for (int64_t capacity = 0; capacity < 80; capacity += 8) {
      EXPECT_GE(dram(capacity, MemoryState::kWarm), dram(capacity + 8, MemoryState::kWarm)) << seed;
      EXPECT_GE(dram(capacity, MemoryState::kCold), dram(capacity + 8, MemoryState::kCold)) << seed;
      EXPECT_GE(dram(capacity, MemoryState::kCold), dram(capacity, MemoryState::kWarm)) << seed;
    }
  }
}

}  // namespace
}  // namespace roofline
