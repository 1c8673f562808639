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

absl::Status CheckProfileSize(const std::string& name, const std::string& yaml) {
  if (yaml.size() <= kMaxProfileBytes) return absl::OkStatus();
  return Error(Reason::kLimitExceeded,
               fmt::format("{}: a device profile of {} bytes; at most {} are read",
                           CutText(name, 100), yaml.size(), kMaxProfileBytes));
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

absl::StatusOr<std::vector<ExtendedFile>> ExtendedFromProto(const ExtendedProfiles& extended) {
  if (static_cast<size_t>(extended.size()) > kMaxExtendsChain) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{} files that a device profile extends; at most {} are read",
                             extended.size(), kMaxExtendsChain));
  }
  std::vector<ExtendedFile> files;
  files.reserve(kMaxExtendsChain);
  for (const v1::ExtendedProfile& file : extended) {
    if (file.path().size() > kMaxProfilePathBytes) {
      return Error(
          Reason::kLimitExceeded,
          fmt::format("{}: the path of a device profile of {} bytes; at most {} are read",
                      CutText(file.path(), 100), file.path().size(), kMaxProfilePathBytes));
    }
    RETURN_IF_ERROR(CheckProfileSize(file.path(), file.yaml()));
    files.push_back({file.path(), file.yaml()});
  }
  return files;
}

absl::StatusOr<SourcedProfile> InlineProfile(const DeviceCatalog& catalog, const std::string& name,
                                             const std::string& yaml,
                                             const std::vector<ExtendedFile>& extended) {
  RETURN_IF_ERROR(CheckProfileSize(name, yaml));
  const std::string label = name.empty() ? "profile.yaml" : CutText(name, 200);
  ASSIGN_OR_RETURN(ProfilePtr profile, catalog.Parse(yaml, label, extended));
  return SourcedProfile{std::move(profile), yaml};
}

absl::StatusOr<SourcedProfile> SelectedProfile(const DeviceCatalog& catalog,
                                               const v1::DeviceSelector& selector) {
  switch (selector.device_case()) {
    case v1::DeviceSelector::kId:
      return CatalogProfile(catalog, selector.id());
    case v1::DeviceSelector::kProfile: {
      const v1::InlineProfile& own = selector.profile();
      ASSIGN_OR_RETURN(const std::vector<ExtendedFile> extended, ExtendedFromProto(own.extended()));
      return InlineProfile(catalog, own.name(), own.yaml(), extended);
    }
    case v1::DeviceSelector::DEVICE_NOT_SET:
      break;
  }
  return WithField(
      Error(Reason::kInvalidArgument, "a device without an id and without a profile; give one"),
      "devices");
}

}  // namespace roofline
