#include "costmodel/device/query/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "costmodel/device/query/field.h"
#include "costmodel/device/query/filter.h"
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

// How well a device answers to a search; smaller is better, nullopt not at all.
std::optional<int> SearchRank(const DeviceProfile& device, const std::string& normal) {
  std::vector<std::string> names = device.aliases;
  names.push_back(device.id);
  names.push_back(device.name);
  std::optional<int> best;
  for (const std::string& name : names) {
    const std::string own = NormalName(name);
    std::optional<int> rank;
    if (own == normal) {
      rank = 0;
    } else if (own.find(normal) != std::string::npos) {
      rank = 1;
    } else if (const int edits = EditDistance(own, normal);
               edits <= std::max<int>(1, static_cast<int>(normal.size()) / 4)) {
      rank = 2 + edits;
    }
    if (rank.has_value()) best = std::min(best.value_or(*rank), *rank);
  }
  return best;
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

absl::StatusOr<std::vector<ProfilePtr>> QueryDevices(std::vector<ProfilePtr> devices,
                                                     std::string_view filter,
                                                     std::string_view order_by) {
  ASSIGN_OR_RETURN(const DeviceFilter condition, DeviceFilter::Parse(filter));
  std::erase_if(devices, [&](const ProfilePtr& device) { return !condition.Matches(*device); });
  RETURN_IF_ERROR(SortDevices(order_by, devices));
  return devices;
}

std::vector<ProfilePtr> SearchDevices(const std::vector<ProfilePtr>& devices,
                                      std::string_view text) {
  const std::string normal = NormalName(text);
  if (normal.empty()) return {};
  std::vector<std::pair<int, ProfilePtr>> ranked;
  for (const ProfilePtr& device : devices) {
    if (const auto rank = SearchRank(*device, normal)) ranked.emplace_back(*rank, device);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ProfilePtr> found;
  for (auto& [rank, device] : ranked) found.push_back(std::move(device));
  return found;
}

}  // namespace roofline
