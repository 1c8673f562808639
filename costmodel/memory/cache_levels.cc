#include "costmodel/memory/cache_levels.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace roofline {
namespace {

// Instances of a cache in one socket; nullopt where that is not stated.
std::optional<int64_t> PerSocket(const DeviceProfile& profile, const Cache& cache) {
  if (cache.count) return cache.count->value;
  if (cache.scope == CacheScope::kSocket) return 1;
  if (cache.scope == CacheScope::kCore && profile.compute.cores)
    return profile.compute.cores->value;
  return std::nullopt;
}

// What part of the device's cores runs threads.
double UsedPart(const DeviceProfile& profile, std::optional<int64_t> threads) {
  if (!threads || !profile.compute.cores) return 1;
  const auto cores =
      static_cast<double>(profile.compute.cores->value * profile.compute.sockets.value);
  return std::clamp(static_cast<double>(*threads) / cores, 1 / cores, 1.0);
}

std::optional<CacheLevel> LevelOf(const DeviceProfile& profile, const Cache& cache,
                                  double used_part) {
  const std::optional<int64_t> per_socket = PerSocket(profile, cache);
  if (!per_socket || !cache.bandwidth || std::string_view(cache.level).starts_with("L1"))
    return std::nullopt;
  const auto all = static_cast<double>(*per_socket * profile.compute.sockets.value);
  // A cache of which one core runs a thread is there for it as a whole. The tolerance takes back
  // what dividing threads by cores rounded up.
  const double instances = std::max(1.0, std::ceil(used_part * all - 1e-6));
  const double bytes = cache.size.value.value() * instances;
  return CacheLevel{.name = cache.level,
                    .scope = cache.scope,
                    .instances = instances,
                    .capacity = bytes < 0x1p63 ? Count(std::llround(bytes)) : Count::Overflow(),
                    .bandwidth = cache.bandwidth->value * (used_part * all),
                    .source = cache.bandwidth->source};
}

}  // namespace

std::vector<CacheLevel> UsableCacheLevels(const DeviceProfile& profile,
                                          std::optional<int64_t> threads) {
  std::vector<const Cache*> nearest_first;
  for (const Cache& cache : profile.caches) nearest_first.push_back(&cache);
  std::stable_sort(nearest_first.begin(), nearest_first.end(),
                   [](const Cache* a, const Cache* b) { return a->size.value < b->size.value; });
  const double used_part = UsedPart(profile, threads);
  std::vector<CacheLevel> levels;
  for (const Cache* cache : nearest_first) {
    if (auto level = LevelOf(profile, *cache, used_part)) levels.push_back(*std::move(level));
  }
  return levels;
}

}  // namespace roofline
