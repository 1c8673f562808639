#include "costmodel/memory/cache_levels.h"

#include <gtest/gtest.h>

namespace roofline {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * 1024;

Cache MakeCache(std::string level, CacheScope scope, double size, std::optional<double> bandwidth,
                std::optional<int64_t> count = std::nullopt) {
  Cache cache{.level = std::move(level), .scope = scope, .size = {.value = Bytes(size)}};
  if (count) cache.count = {.value = *count};
  if (bandwidth) cache.bandwidth = {.value = BytesPerSecond(*bandwidth), .source = "sheet"};
  return cache;
}

// Two sockets of 16 cores in 4 clusters.
DeviceProfile TwoSockets() {
  DeviceProfile profile;
  profile.compute.sockets.value = 2;
  profile.compute.cores = {.value = 16};
  profile.caches = {MakeCache("L3", CacheScope::kCluster, 8 * kMiB, 200e9, 4),
                    MakeCache("L1", CacheScope::kCore, 32 * kKiB, 400e9),
                    MakeCache("L2", CacheScope::kCore, 512 * kKiB, 100e9)};
  return profile;
}

struct LevelCase {
  std::optional<int64_t> threads;
  double l2_caches;
  double l3_caches;
  double l3_bandwidth;
};

TEST(CacheLevelsTest, CachesAndBandwidthOfTheCoresInUse) {
  for (const LevelCase& expected : std::vector<LevelCase>{
           {std::nullopt, 32, 8, 8 * 200e9},
           {32, 32, 8, 8 * 200e9},
           {64, 32, 8, 8 * 200e9},  // not more than there are
           {16, 16, 4, 4 * 200e9},  // one socket
           {4, 4, 1, 200e9},        // one cluster
           {5, 5, 2, 200e9 * 5 / 4},
           {1, 1, 1, 200e9 / 4},
           {0, 1, 1, 200e9 / 4},
       }) {
    SCOPED_TRACE(expected.threads.value_or(-1));
    const std::vector<CacheLevel> levels = UsableCacheLevels(TwoSockets(), expected.threads);
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].name, "L2");
    EXPECT_EQ(levels[0].scope, CacheScope::kCore);
    EXPECT_EQ(levels[0].instances, expected.l2_caches);
    EXPECT_EQ(levels[0].capacity, Count(static_cast<int64_t>(expected.l2_caches * 512 * kKiB)));
    EXPECT_DOUBLE_EQ(levels[0].bandwidth.value(), expected.l2_caches * 100e9);
    EXPECT_EQ(levels[0].source, "sheet");
    EXPECT_EQ(levels[1].name, "L3");
    EXPECT_EQ(levels[1].capacity, Count(static_cast<int64_t>(expected.l3_caches * 8 * kMiB)));
    EXPECT_DOUBLE_EQ(levels[1].bandwidth.value(), expected.l3_bandwidth);
  }
}

TEST(CacheLevelsTest, WhatIsNotStatedIsLeftOut) {
  DeviceProfile profile;
  profile.caches = {MakeCache("L2", CacheScope::kSocket, 4 * kMiB, std::nullopt)};
  EXPECT_TRUE(UsableCacheLevels(profile, std::nullopt).empty());
  profile.caches = {MakeCache("L3", CacheScope::kCluster, 4 * kMiB, 100e9)};
  EXPECT_TRUE(UsableCacheLevels(profile, std::nullopt).empty());
  profile.caches = {MakeCache("L2", CacheScope::kCore, 4 * kMiB, 100e9)};
  EXPECT_TRUE(UsableCacheLevels(profile, 4).empty());  // how many cores is unknown
}

TEST(CacheLevelsTest, SharedCacheOfAGpu) {
  DeviceProfile profile;
  profile.compute.cores = {.value = 80};
  profile.caches = {MakeCache("L2", CacheScope::kSocket, 6 * kMiB, 2e12)};
  const std::vector<CacheLevel> levels = UsableCacheLevels(profile, std::nullopt);
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels[0].capacity, Count(6 * 1024 * 1024));
  EXPECT_DOUBLE_EQ(levels[0].bandwidth.value(), 2e12);
}

}  // namespace
}  // namespace roofline
