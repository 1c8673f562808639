#include "server/handlers/device_source.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "costmodel/error.h"
#include "google/rpc/error_details.pb.h"
#include "server/errors.h"
#include "server/limits.h"

namespace roofline {
namespace {

absl::Status WithResource(const absl::Status& status, const std::string& id) {
  google::rpc::ResourceInfo resource;
  resource.set_resource_type("roofline.v1.Device");
  resource.set_resource_name("devices/" + id);
  return WithDetail(status, resource);
}

}  // namespace

absl::StatusOr<SourcedProfile> CatalogProfile(const DeviceCatalog& catalog, const std::string& id) {
  const absl::StatusOr<ProfilePtr> profile = catalog.Find(id);
  if (!profile.ok()) return WithResource(profile.status(), CutText(id, 100));
  const std::string path = catalog.PathOf((*profile)->id);
  std::ifstream file(path, std::ios::binary);
  std::string yaml{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad() || yaml.empty()) {
    return Error(Reason::kIoError, fmt::format("{}: cannot be read any more", path));
  }
  return SourcedProfile{*profile, std::move(yaml)};
}

absl::StatusOr<SourcedProfile> InlineProfile(const DeviceCatalog& catalog, const std::string& name,
                                             const std::string& yaml) {
  if (yaml.size() > kMaxProfileBytes) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{}: a device profile of {} bytes; at most {} are read",
                             CutText(name, 100), yaml.size(), kMaxProfileBytes));
  }
  const std::string label = name.empty() ? "profile.yaml" : CutText(name, 200);
  ASSIGN_OR_RETURN(ProfilePtr profile, catalog.Parse(yaml, label));
  return SourcedProfile{std::move(profile), yaml};
}

absl::StatusOr<SourcedProfile> SelectedProfile(const DeviceCatalog& catalog,
                                               const v1::DeviceSelector& selector) {
  switch (selector.device_case()) {
    case v1::DeviceSelector::kId:
      return CatalogProfile(catalog, selector.id());
    case v1::DeviceSelector::kProfile:
      return InlineProfile(catalog, selector.profile().name(), selector.profile().yaml());
    case v1::DeviceSelector::DEVICE_NOT_SET:
      break;
  }
  return WithField(
      Error(Reason::kInvalidArgument, "a device without an id and without a profile; give one"),
      "devices");
}

}  // namespace roofline
