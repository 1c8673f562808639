#include "costmodel/memory/liveness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/costmodel/memory/plan_builder.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using testing::PlanBuilder;
using testing::RandomPlan;

TEST(LivenessTest, PeaksWhereMostIsAlive) {
  PlanBuilder built;
  const BufferId input = built.AddBuffer(100, BufferRole::kInput);
  const BufferId weight = built.AddBuffer(9999, BufferRole::kWeight);
  const BufferId wide = built.AddBuffer(400);
  const BufferId narrow = built.AddBuffer(50);
  const BufferId output = built.AddBuffer(10, BufferRole::kOutput);
  built.AddKernel({built.Read(input), built.Read(weight), built.Write(wide)});  // 100 + 400
  built.AddKernel({built.Read(wide), built.Write(output)});                     // 400 + 10 + 100
  built.AddKernel({built.Read(input), built.Write(narrow)});                    // 100 + 50 + 10
  built.AddKernel({built.Read(narrow), built.Write(output)});
  const ActivationPeak peak = PeakActivations(built.plan, built.buffers);
  EXPECT_EQ(peak.bytes, Count(400 + 10 + 100));
  EXPECT_EQ(peak.kernel, 1U);
  EXPECT_THAT(peak.live, ElementsAre(wide, input, output));
}

TEST(LivenessTest, InputsWaitAndOutputsStay) {
  PlanBuilder built;
  const BufferId late = built.AddBuffer(70, BufferRole::kInput);
  const BufferId early = built.AddBuffer(30, BufferRole::kOutput);
  const BufferId middle = built.AddBuffer(1);
  built.AddKernel({built.Write(early)});
  built.AddKernel({built.Write(middle)});
  built.AddKernel({built.Read(late), built.Read(middle)});
  EXPECT_EQ(PeakActivations(built.plan, built.buffers).bytes, Count(70 + 30 + 1));
  EXPECT_EQ(PeakActivations(built.plan, built.buffers).kernel, 1U);
}

TEST(LivenessTest, WorkspaceCountsWhileItsKernelRuns) {
  PlanBuilder built;
  const BufferId a = built.AddBuffer(100);
  built.AddKernel({built.Write(a)});
  built.AddKernel({built.Read(a)});
  const std::vector<Count> workspaces = {0, 25};
  EXPECT_EQ(PeakActivations(built.plan, built.buffers).kernel, 0U);
  EXPECT_EQ(PeakActivations(built.plan, built.buffers, workspaces).bytes, Count(100 + 25));
  EXPECT_EQ(PeakActivations(built.plan, built.buffers, workspaces).kernel, 1U);
}

TEST(LivenessTest, WhatALoopReadsLivesUntilItsLastIteration) {
  PlanBuilder built;
  const BufferId before = built.AddBuffer(100);
  const BufferId inside = built.AddBuffer(20);
  built.AddKernel({built.Write(before)});
  built.AddKernel({built.Read(before)}, 8);
  built.AddKernel({built.Write(inside)}, 8);
  EXPECT_EQ(PeakActivations(built.plan, built.buffers).bytes, Count(100 + 20));
}

TEST(LivenessTest, NoKernelsAndTooManyBytes) {
  EXPECT_EQ(PeakActivations({}, {}).bytes, Count(0));
  EXPECT_EQ(PeakActivations({}, {}).kernel, std::nullopt);
  PlanBuilder built;
  const BufferId a = built.AddBuffer(std::numeric_limits<int64_t>::max());
  const BufferId b = built.AddBuffer(1);
  built.AddKernel({built.Write(a), built.Write(b)});
  EXPECT_FALSE(PeakActivations(built.plan, built.buffers).bytes.ok());
}

TEST(MemoryFootprintTest, TotalIsWeightsAndActivations) {
  const MemoryFootprint footprint{.weights = 1000, .activations = {.bytes = 50}, .kv_cache = 20};
  EXPECT_EQ(footprint.Total(), Count(1000 + 50));
}

// Asks of every buffer at every kernel whether it is used before and after.
int64_t BruteForcePeak(const PlanBuilder& built) {
  const std::vector<Kernel>& kernels = built.plan.kernels;
  const auto uses = [&](size_t buffer, size_t from, size_t to) {
    for (size_t k = from; k < to; ++k) {
      for (const Traffic& traffic : kernels[k].traffic) {
        if (traffic.buffer.index() == buffer) return true;
      }
    }
    return false;
  };
  int64_t peak = 0;
  for (size_t k = 0; k < kernels.size(); ++k) {
    int64_t live = 0;
    for (size_t i = 0; i < built.buffers.size(); ++i) {
      const Buffer& buffer = built.buffers[i];
      if (buffer.role == BufferRole::kWeight || !uses(i, 0, kernels.size())) continue;
      const bool born = buffer.role == BufferRole::kInput || uses(i, 0, k + 1);
      const bool needed = buffer.role == BufferRole::kOutput || uses(i, k, kernels.size());
      if (born && needed) live += buffer.bytes.value();
    }
    peak = std::max(peak, live);
  }
  return peak;
}

TEST(LivenessRandomTest, EqualsBruteForceOnStraightNetworks) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    PlanBuilder built = RandomPlan(seed);
    for (Kernel& kernel : built.plan.kernels) kernel.repeat = 1;
    const ActivationPeak peak = PeakActivations(built.plan, built.buffers);
    EXPECT_EQ(peak.bytes.value(), BruteForcePeak(built)) << seed;
    int64_t live = 0;
    for (const BufferId id : peak.live) live += built.buffers[id.index()].bytes.value();
    EXPECT_EQ(live, peak.bytes.value()) << seed;
  }
}

}  // namespace
}  // namespace roofline
