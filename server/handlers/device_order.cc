#include "server/handlers/device_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string>
#include <tuple>

#include "costmodel/error.h"
#include "server/errors.h"

namespace roofline {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// What profiles are compared by: a number first, then text. One of the two is the same for all.
struct SortKey {
  double number = 0;
  std::string text;
  friend bool operator<(const SortKey& a, const SortKey& b) {
    return std::tie(a.number, a.text) < std::tie(b.number, b.text);
  }
};

struct Order {
  std::string_view name;
  SortKey (*key)(const DeviceProfile&);
};

constexpr std::array kOrders = {
    Order{"id",
          [](const DeviceProfile& p) {
            return SortKey{0, p.id};
          }},
    Order{"name",
          [](const DeviceProfile& p) {
            return SortKey{0, Lower(p.name)};
          }},
    Order{"vendor",
          [](const DeviceProfile& p) {
            return SortKey{0, Lower(p.vendor)};
          }},
    Order{"peak",
          [](const DeviceProfile& p) {
            return SortKey{p.BestPeak(Precision::kFp32).value_or(FlopsPerSecond(0)).value(), ""};
          }},
    Order{"bandwidth",
          [](const DeviceProfile& p) {
            return SortKey{p.DramBandwidth().value(), ""};
          }},
};

}  // namespace

void FilterDevices(std::string_view filter, std::vector<ProfilePtr>& profiles) {
  std::istringstream stream(Lower(filter));
  for (std::string word; stream >> word;) {
    std::erase_if(profiles, [&word](const ProfilePtr& profile) {
      const std::string text = Lower(fmt::format("{}\n{}\n{}\n{}", profile->id, profile->name,
                                                 profile->vendor, DeviceKindName(profile->kind)));
      return text.find(word) == std::string::npos;
    });
  }
}

absl::Status SortDevices(std::string_view order_by, std::vector<ProfilePtr>& profiles) {
  constexpr std::string_view kDescending = " desc";
  const bool descending = order_by.ends_with(kDescending);
  std::string_view name = order_by;
  if (descending) name.remove_suffix(kDescending.size());
  if (order_by.empty()) name = "id";
  for (const Order& order : kOrders) {
    if (order.name != name) continue;
    std::sort(profiles.begin(), profiles.end(), [&](const ProfilePtr& a, const ProfilePtr& b) {
      const SortKey key_a = order.key(*a);
      const SortKey key_b = order.key(*b);
      if (key_a < key_b) return !descending;
      if (key_b < key_a) return descending;
      return a->id < b->id;
    });
    return absl::OkStatus();
  }
  return WithField(
      Error(Reason::kInvalidArgument,
            fmt::format("order_by '{}' is not known; expected id, name, vendor, peak or "
                        "bandwidth, and ' desc' for the reverse",
                        CutText(order_by, 100))),
      "order_by");
}

}  // namespace roofline
