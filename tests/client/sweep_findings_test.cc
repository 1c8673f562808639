#include "client/render/sweep_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::SweepTime TimeOn(const std::string& device, double expected, v1::Bound bound) {
  v1::SweepTime time;
  time.set_device(device);
  time.set_expected_seconds(expected);
  time.set_bound(bound);
  return time;
}

v1::SweepPoint PointAt(const std::vector<int64_t>& values,
                       const std::vector<v1::SweepTime>& times) {
  v1::SweepPoint point;
  point.mutable_values()->Add(values.begin(), values.end());
  for (const v1::SweepTime& time : times) *point.add_times() = time;
  return point;
}

constexpr v1::Bound kByCompute = v1::BOUND_COMPUTE;
constexpr v1::Bound kByMemory = v1::BOUND_MEMORY;
constexpr v1::Bound kByOverhead = v1::BOUND_OVERHEAD;

// A start of 1 s and 0.25 s an item on "big", no start and 0.5 s an item on "small", which has
// memory for two items:
//   batch            1      2      4      8
//   big, s        1.25   1.50   2.00   3.00
//   small, s      0.50   1.00   2.00   4.00
//   big, items/s  0.80   1.33   2.00   2.67
//   small, items/s   2      2      2      2
SweepResult TwoDevices() {
  SweepResult sweep{.axes = {"batch"}, .devices = {"big", "small"}};
  for (const int64_t batch : {1, 2, 4, 8}) {
    const auto items = static_cast<double>(batch);
    v1::SweepTime big = TimeOn("big", 1 + 0.25 * items, batch < 4 ? kByOverhead : kByCompute);
    v1::SweepTime small = TimeOn("small", 0.5 * items, kByMemory);
    small.set_fits(batch <= 2);
    sweep.points.push_back(PointAt({batch}, {big, small}));
  }
  return sweep;
}

TEST(SweepFindingsTest, BoundOptimumMemoryAndCrossover) {
  EXPECT_THAT(SweepFindings(TwoDevices()),
              ElementsAre("big: bound by overhead up to batch=2, by compute from batch=4",
                          "big: most throughput at batch=8: 2.667 items/s",  // 8 / 3.00
                          "small: does not fit in memory from batch=4",
                          // 1 / 0.5: the first of equals, and what does not fit does not count.
                          "small: most throughput at batch=1: 2 items/s",
                          // 2.00 s both at batch=4: the first of equals is the fastest.
                          "small is fastest up to batch=2, big from batch=4"));
}

TEST(SweepFindingsTest, ThroughputIsItemsPerSecondOfTheExpectedTime) {
  const SweepResult sweep = TwoDevices();
  EXPECT_EQ(sweep.Throughput(sweep.points[2], 0), 4 / 2.0);
  EXPECT_EQ(sweep.Throughput(sweep.points[3], 1), 8 / 4.0);
}

TEST(SweepFindingsTest, WithoutABatchThereIsNoThroughput) {
  SweepResult sweep{.axes = {"length"}, .devices = {"d"}};
  sweep.points = {PointAt({1}, {TimeOn("d", 1, kByMemory)}),
                  PointAt({2}, {TimeOn("d", 1, kByMemory)})};
  EXPECT_EQ(sweep.Throughput(sweep.points[0], 0), std::nullopt);
  EXPECT_THAT(SweepFindings(sweep), IsEmpty());
}

// Points are compared along the last axis: from (1, 20) to (2, 10) nothing changes.
TEST(SweepFindingsTest, LinesOfTwoAxesAreApart) {
  SweepResult sweep{.axes = {"batch", "length"}, .devices = {"d"}};
  sweep.points = {PointAt({1, 10}, {TimeOn("d", 1, kByOverhead)}),
                  PointAt({1, 20}, {TimeOn("d", 2, kByMemory)}),
                  PointAt({2, 10}, {TimeOn("d", 4, kByOverhead)}),
                  PointAt({2, 20}, {TimeOn("d", 8, kByOverhead)})};
  EXPECT_THAT(SweepFindings(sweep),
              ElementsAre("d: bound by overhead up to batch=1, length=10, by memory from batch=1, "
                          "length=20",
                          "d: most throughput at batch=1, length=10: 1 items/s"));
}

TEST(SweepFindingsTest, APointWithoutTimeHasNoThroughput) {
  SweepResult sweep{.axes = {"batch"}, .devices = {"d"}};
  sweep.points = {PointAt({1}, {TimeOn("d", 0, v1::BOUND_NONE)})};
  EXPECT_THAT(SweepFindings(sweep), IsEmpty());
}

}  // namespace
}  // namespace roofline
