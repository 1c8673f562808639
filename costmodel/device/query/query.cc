#include "costmodel/device/query/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "costmodel/device/device_name.h"
#include "costmodel/device/query/field.h"
#include "costmodel/error.h"
#include "costmodel/nearest.h"

namespace roofline {
namespace {

constexpr size_t kMaxSortKeys = 16;

struct SortKey {
  DeviceField field;
  bool descending = false;
};

absl::StatusOr<SortKey> ParseSortKey(const std::string& text) {
  std::istringstream words(text);
  std::string name;
  std::string direction;
  std::string more;
  words >> name >> direction >> more;
  std::optional<DeviceField> field = FindDeviceField(name);
  if (!field.has_value()) {
    std::string hint = DidYouMean(name, DeviceFieldNames());
    if (hint.empty()) hint = "; e.g. name, year, peak.fp32, memory.bandwidth";
    return Error(Reason::kInvalidArgument, fmt::format("cannot sort by '{}'{}", name, hint));
  }
  if ((!direction.empty() && direction != "asc" && direction != "desc") || !more.empty()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("'{}': expected a field, then 'asc' or 'desc'", text));
  }
  return SortKey{*std::move(field), direction == "desc"};
}

absl::StatusOr<std::vector<SortKey>> ParseSortKeys(std::string_view order_by) {
  std::vector<SortKey> keys;
  std::istringstream parts{std::string(order_by)};
  for (std::string part; std::getline(parts, part, ',');) {
    if (keys.size() == kMaxSortKeys) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("more than {} fields to sort by", kMaxSortKeys));
    }
    ASSIGN_OR_RETURN(SortKey key, ParseSortKey(part));
    keys.push_back(std::move(key));
  }
  return keys;
}

// Below zero when `a` comes first by this key, zero when it does not decide.
int CompareBy(const SortKey& key, const DeviceProfile& a, const DeviceProfile& b) {
  const int sign = key.descending ? -1 : 1;
  if (key.field.texts) {
    const auto x = key.field.texts(a);
    const auto y = key.field.texts(b);
    if (x == y) return 0;
    return x < y ? -sign : sign;
  }
  const auto x = key.field.number(a);
  const auto y = key.field.number(b);
  if (!x.has_value() || !y.has_value()) {
    return static_cast<int>(y.has_value()) - static_cast<int>(x.has_value());
  }
  if (*x == *y) return 0;
  return *x < *y ? -sign : sign;
}

}  // namespace

absl::Status SortDevices(std::string_view order_by, std::vector<ProfilePtr>& devices) {
  ASSIGN_OR_RETURN(const std::vector<SortKey> keys,
                   ParseSortKeys(order_by.empty() ? "id" : order_by));
  std::stable_sort(devices.begin(), devices.end(), [&](const ProfilePtr& a, const ProfilePtr& b) {
    for (const SortKey& key : keys) {
      const int order = CompareBy(key, *a, *b);
      if (order != 0) return order < 0;
    }
    return false;
  });
  return absl::OkStatus();
}

std::vector<ProfilePtr> SearchDevices(const std::vector<ProfilePtr>& devices,
                                      std::string_view text) {
  const NameSearch search(text);
  std::vector<std::pair<int, ProfilePtr>> near;
  int best = std::numeric_limits<int>::max();
  for (const ProfilePtr& device : devices) {
    const auto distance = search.Distance(*device);
    if (!distance.has_value()) continue;
    best = std::min(best, *distance);
    near.emplace_back(*distance, device);
  }
  if (near.empty()) return {};
  // More typos than the nearest has are noise, and so are any beside a true match.
  const int limit = best < NameSearch::kTypo ? NameSearch::kTypo : best + 100;
  std::erase_if(near, [&](const auto& entry) { return entry.first >= limit; });
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ProfilePtr> found;
  found.reserve(near.size());
  for (auto& [distance, device] : near) found.push_back(std::move(device));
  return found;
}

}  // namespace roofline
