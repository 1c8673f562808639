#include "costmodel/memory/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/costmodel/memory/plan_builder.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using testing::PlanBuilder;

std::vector<int64_t> Values(const LevelBytes& bytes) {
  std::vector<int64_t> values;
  for (const Count count : bytes) values.push_back(count.value());
  return values;
}

Placement PlaceBuilt(const PlanBuilder& built, const std::vector<Count>& capacities,
                     MemoryState state = MemoryState::kWarm) {
  return PlaceInMemory(built.plan, built.buffers, capacities, state);
}

// input -> kernel 0 -> middle -> kernel 1 -> output, with a weight of its own each.
PlanBuilder TwoLayers(int64_t activation, int64_t weight) {
  PlanBuilder built;
  const BufferId input = built.AddBuffer(activation, BufferRole::kInput);
  const BufferId w0 = built.AddBuffer(weight, BufferRole::kWeight);
  const BufferId middle = built.AddBuffer(activation);
  const BufferId w1 = built.AddBuffer(weight, BufferRole::kWeight);
  const BufferId output = built.AddBuffer(activation, BufferRole::kOutput);
  built.AddKernel({built.Read(input), built.Read(w0), built.Write(middle)});
  built.AddKernel({built.Read(middle), built.Read(w1), built.Write(output)});
  return built;
}

TEST(PlacementTest, WithoutCachesEverythingIsDram) {
  const Placement placement = PlaceBuilt(TwoLayers(100, 1000), {});
  EXPECT_THAT(Values(placement.kernels[0].total), ElementsAre(100 + 1000 + 100));
  EXPECT_THAT(Values(placement.total), ElementsAre(4 * 100 + 2 * 1000));
}

TEST(PlacementTest, ColdReadsOnlyWhatTheRunWrote) {
  const Placement placement = PlaceBuilt(TwoLayers(100, 1000), {1 << 20}, MemoryState::kCold);
  EXPECT_THAT(Values(placement.kernels[0].traffic[0]), ElementsAre(0, 100));
  EXPECT_THAT(Values(placement.kernels[0].traffic[1]), ElementsAre(0, 1000));
  EXPECT_THAT(Values(placement.kernels[0].traffic[2]), ElementsAre(100, 0));
  EXPECT_THAT(Values(placement.kernels[1].traffic[0]), ElementsAre(100, 0));
  EXPECT_THAT(Values(placement.kernels[1].traffic[1]), ElementsAre(0, 1000));
  EXPECT_THAT(Values(placement.kernels[1].traffic[2]), ElementsAre(0, 100));
  EXPECT_THAT(Values(placement.total), ElementsAre(200, 2 * 1000 + 2 * 100));
}

TEST(PlacementTest, WarmFindsInputAndWeightsOfTheRunBefore) {
  const Placement placement = PlaceBuilt(TwoLayers(100, 1000), {1 << 20});
  EXPECT_THAT(Values(placement.kernels[0].traffic[0]), ElementsAre(100, 0));
  EXPECT_THAT(Values(placement.kernels[1].traffic[1]), ElementsAre(1000, 0));
  EXPECT_THAT(Values(placement.kernels[1].traffic[2]), ElementsAre(0, 100));  // the output leaves
}

// When kernel 0 starts, output, w1, middle, w0 and input lie above each other, from the top.
TEST(PlacementTest, LevelsServeWhatLiesWithinTheirCapacity) {
  const Placement placement = PlaceBuilt(TwoLayers(100, 1000), {1500, 2250});
  EXPECT_THAT(Values(placement.kernels[0].traffic[0]), ElementsAre(0, 2250 - 2200, 2300 - 2250));
  EXPECT_THAT(Values(placement.kernels[0].traffic[1]), ElementsAre(1500 - 1200, 2200 - 1500, 0));
  EXPECT_THAT(Values(placement.kernels[1].traffic[0]), ElementsAre(100, 0, 0));
}

TEST(PlacementTest, AFartherCacheThatIsSmallerServesNothing) {
  const Placement placement = PlaceBuilt(TwoLayers(100, 1000), {1500, 1000});
  EXPECT_EQ(placement.total[1], Count(0));
}

TEST(PlacementTest, BatchThatOverflowsALevelShows) {
  for (const int64_t batch : {1, 2, 3, 4}) {
    const Placement placement = PlaceBuilt(TwoLayers(batch * 100, 0), {250}, MemoryState::kCold);
    const int64_t held = std::min<int64_t>(batch * 100, 250);
    for (const LevelBytes& middle :
         {placement.kernels[0].traffic[2], placement.kernels[1].traffic[0]})
      EXPECT_THAT(Values(middle), ElementsAre(held, batch * 100 - held)) << batch;
  }
}

TEST(PlacementTest, OperandOrderDoesNotMatter) {
  PlanBuilder built;
  const BufferId a = built.AddBuffer(60);
  const BufferId b = built.AddBuffer(60);
  built.AddKernel({built.Write(a)});
  built.AddKernel({built.Write(b)});
  PlanBuilder swapped = built;
  built.AddKernel({built.Read(a), built.Read(b)});
  swapped.AddKernel({swapped.Read(b), swapped.Read(a)});
  const Placement straight = PlaceBuilt(built, {100}, MemoryState::kCold);
  const Placement crossed = PlaceBuilt(swapped, {100}, MemoryState::kCold);
  EXPECT_THAT(Values(straight.kernels[2].traffic[0]), ElementsAre(100 - 60, 20));
  EXPECT_THAT(Values(straight.kernels[2].traffic[1]), ElementsAre(60, 0));
  EXPECT_EQ(straight.kernels[2].traffic[0], crossed.kernels[2].traffic[1]);
  EXPECT_EQ(straight.kernels[2].traffic[1], crossed.kernels[2].traffic[0]);
}

TEST(PlacementTest, GatherCachesTheRowsItReads) {
  PlanBuilder built;
  const BufferId table = built.AddBuffer(1'000'000, BufferRole::kWeight);
  const BufferId rows = built.AddBuffer(300, BufferRole::kOutput);
  built.AddKernel({{table, false, 300}, built.Write(rows)});
  EXPECT_THAT(Values(PlaceBuilt(built, {600}).total), ElementsAre(300, 300));
  EXPECT_THAT(Values(PlaceBuilt(built, {400}).kernels[0].traffic[0]), ElementsAre(400 - 300, 200));
}

TEST(PlacementTest, PartOfABufferIsServedAsTheWholeIs) {
  PlanBuilder built;
  const BufferId tensor = built.AddBuffer(1000);
  built.AddKernel({built.Write(tensor)});
  built.AddKernel({{tensor, false, 100}});
  EXPECT_THAT(Values(PlaceBuilt(built, {250}, MemoryState::kCold).kernels[1].total),
              ElementsAre(100 * 250 / 1000, 75));
}

TEST(PlacementTest, SecondReadWithinAKernelFindsTheBufferOnTop) {
  PlanBuilder built;
  const BufferId weight = built.AddBuffer(1000, BufferRole::kWeight);
  built.AddKernel({{weight, false, 5 * 1000}});
  EXPECT_THAT(Values(PlaceBuilt(built, {600, 2000}, MemoryState::kCold).total),
              ElementsAre(4 * 600, 4 * 400, 1000));
}

TEST(PlacementTest, OverwrittenBeforeReadGoesToDram) {
  PlanBuilder built;
  const BufferId tensor = built.AddBuffer(100);
  built.AddKernel({built.Write(tensor)});
  built.AddKernel({built.Write(tensor)});
  built.AddKernel({built.Read(tensor)});
  const Placement placement = PlaceBuilt(built, {1000});
  EXPECT_THAT(Values(placement.kernels[0].total), ElementsAre(0, 100));
  EXPECT_THAT(Values(placement.kernels[1].total), ElementsAre(100, 0));
}

TEST(PlacementTest, LoopFindsItsWeightsFromTheSecondIterationOn) {
  PlanBuilder built;
  const BufferId weight = built.AddBuffer(1000, BufferRole::kWeight);
  const BufferId state = built.AddBuffer(10);
  built.AddKernel({built.Read(weight), built.Write(state)}, 50);
  built.AddKernel({built.Read(state)});
  const Placement placement = PlaceBuilt(built, {2000}, MemoryState::kCold);
  EXPECT_THAT(Values(placement.kernels[0].traffic[0]), ElementsAre(49 * 1000, 1000));
  // Nothing reads the state but after the last iteration.
  EXPECT_THAT(Values(placement.kernels[0].traffic[1]), ElementsAre(10, 49 * 10));
}

TEST(PlacementTest, OverflowAndUnboundedCachesAreNoTrap) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  PlanBuilder built = TwoLayers(kMost / 2, kMost);
  const Placement placement = PlaceBuilt(built, {kMost, Count::Overflow()});
  EXPECT_FALSE(placement.total[0].ok() && placement.total[2].ok());
  EXPECT_THAT(PlaceBuilt(PlanBuilder(), {100}).kernels, ElementsAre());
}

TEST(PlacementTest, LongChain) {
  PlanBuilder built;
  BufferId last = built.AddBuffer(10, BufferRole::kInput);
  constexpr int64_t kKernels = 20'000;
  for (int64_t i = 0; i < kKernels; ++i) {
    const BufferId weight = built.AddBuffer(10, BufferRole::kWeight);
    const BufferId next = built.AddBuffer(10);
    built.AddKernel({built.Read(last), built.Read(weight), built.Write(next)});
    last = next;
  }
  // Each activation is found when the next kernel reads it, no weight a whole inference later.
  const Placement placement = PlaceBuilt(built, {1000});
  EXPECT_EQ(placement.total[0], Count(2 * 10 * (kKernels - 1)));
  EXPECT_EQ(placement.total[1], Count(3 * 10 * kKernels - 2 * 10 * (kKernels - 1)));
}

}  // namespace
}  // namespace roofline
