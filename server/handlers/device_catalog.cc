#include "server/handlers/device_catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costmodel/device/lint.h"
#include "costmodel/device/query/filter.h"
#include "costmodel/device/query/query.h"
#include "costmodel/error.h"
#include "server/convert/device.h"
#include "server/errors.h"
#include "server/handlers/device_source.h"
#include "server/limits.h"

namespace roofline {
namespace {

constexpr std::string_view kNamePrefix = "devices/";

v1::Device WithText(const SourcedProfile& sourced) {
  v1::Device device = ToProto(*sourced.profile);
  device.set_profile_digest(sourced.profile->digest);
  device.set_profile_yaml(sourced.yaml);
  AddDescription(*sourced.profile, device);
  return device;
}

// A token says where the page starts and which list it belongs to.
std::string PageToken(size_t start, const v1::ListDevicesRequest& request) {
  return fmt::format("{}|{}|{}|{}", start, request.order_by(), request.search(), request.filter());
}

absl::StatusOr<size_t> StartOfPage(const v1::ListDevicesRequest& request) {
  const std::string& token = request.page_token();
  if (token.empty()) return 0;
  size_t start = 0;
  const auto [rest, error] = std::from_chars(token.data(), token.data() + token.size(), start);
  if (error != std::errc() || token != PageToken(start, request)) {
    return WithField(Error(Reason::kInvalidArgument,
                           "page_token is not from a list with this filter, search and order_by; "
                           "start again without one"),
                     "page_token");
  }
  return start;
}

absl::StatusOr<size_t> PageSize(const v1::ListDevicesRequest& request) {
  if (request.page_size() < 0) {
    return WithField(
        Error(Reason::kInvalidArgument, fmt::format("page_size is {}; expected 0 (for {}) or more",
                                                    request.page_size(), kDefaultPageSize)),
        "page_size");
  }
  const int wanted = request.page_size() == 0 ? kDefaultPageSize : request.page_size();
  return static_cast<size_t>(std::min(wanted, kMaxPageSize));
}

// Keeps and sorts the profiles the request asks for.
absl::Status Select(const v1::ListDevicesRequest& request, std::vector<ProfilePtr>& profiles) {
  const absl::StatusOr<DeviceFilter> filter = DeviceFilter::Parse(request.filter());
  if (!filter.ok()) return WithField(filter.status(), "filter");
  std::erase_if(profiles, [&](const ProfilePtr& profile) { return !filter->Matches(*profile); });
  if (request.search().size() > kMaxSearchBytes) {
    return WithField(
        Error(Reason::kInvalidArgument, fmt::format("search is {} bytes long; expected at most {}",
                                                    request.search().size(), kMaxSearchBytes)),
        "search");
  }
  if (!request.search().empty()) {
    profiles = SearchDevices(profiles, request.search());
    if (request.order_by().empty()) return absl::OkStatus();  // the best first
  }
  return WithField(SortDevices(request.order_by(), profiles), "order_by");
}

}  // namespace

absl::StatusOr<v1::ListDevicesResponse> HandleListDevices(const v1::ListDevicesRequest& request,
                                                          const HandlerContext& context) {
  ASSIGN_OR_RETURN(const size_t page_size, PageSize(request));
  ASSIGN_OR_RETURN(const size_t start, StartOfPage(request));
  Findings ignored;  // a broken profile is no reason to hide the others
  std::vector<ProfilePtr> profiles = context.data.devices.All(ignored);
  RETURN_IF_ERROR(Select(request, profiles));
  v1::ListDevicesResponse response;
  response.set_total_size(static_cast<int32_t>(profiles.size()));
  const size_t end = std::min(profiles.size(), start + page_size);
  for (size_t i = start; i < end; ++i) {
    v1::Device& device = *response.add_devices();
    device = ToProto(*profiles[i]);
    device.clear_sources();
  }
  if (end < profiles.size()) response.set_next_page_token(PageToken(end, request));
  return response;
}

absl::StatusOr<v1::Device> HandleGetDevice(const v1::GetDeviceRequest& request,
                                           const HandlerContext& context) {
  if (!request.name().starts_with(kNamePrefix)) {
    return WithField(
        Error(Reason::kInvalidArgument,
              fmt::format("name '{}' is not of the form devices/ID", CutText(request.name(), 100))),
        "name");
  }
  ASSIGN_OR_RETURN(const SourcedProfile sourced,
                   CatalogProfile(context.data.devices, request.name().substr(kNamePrefix.size())));
  return WithText(sourced);
}

absl::StatusOr<v1::ValidateDeviceResponse> HandleValidateDevice(
    const v1::ValidateDeviceRequest& request, const HandlerContext& context) {
  ASSIGN_OR_RETURN(const std::vector<ExtendedFile> extended, ExtendedFromProto(request.extended()));
  const absl::StatusOr<SourcedProfile> sourced =
      InlineProfile(context.data.devices, request.profile_name(), request.profile_yaml(), extended);
  if (!sourced.ok() && ReasonOf(sourced.status()) != Reason::kInvalidProfile) {
    return sourced.status();
  }
  Findings findings;
  const std::string label = request.profile_name().empty() ? "profile" : request.profile_name();
  const ProfilePtr profile =
      context.data.devices.Parse(request.profile_yaml(), label, findings, extended);
  if (profile != nullptr) {
    const Findings more = LintProfile(*profile);
    findings.insert(findings.end(), more.begin(), more.end());
  }
  v1::ValidateDeviceResponse response;
  for (const Finding& finding : findings) *response.add_findings() = ToProto(finding);
  if (sourced.ok()) *response.mutable_device() = WithText(*sourced);
  return response;
}

}  // namespace roofline
