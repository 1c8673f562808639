#ifndef ROOFLINE_SERVER_HANDLERS_DEVICE_SOURCE_H_
#define ROOFLINE_SERVER_HANDLERS_DEVICE_SOURCE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/catalog.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {

// A profile together with the text that it was read from.
struct SourcedProfile {
  ProfilePtr profile;
  std::string yaml;
};

// A device of the catalog. kUnknownDevice, with a ResourceInfo detail.
absl::StatusOr<SourcedProfile> CatalogProfile(const DeviceCatalog& catalog, const std::string& id);

using ExtendedProfiles = google::protobuf::RepeatedPtrField<v1::ExtendedProfile>;

// The files that came with a profile of the caller's own. kLimitExceeded for more than
// kMaxExtendsChain, a path over kMaxProfilePathBytes or a text over kMaxProfileBytes.
absl::StatusOr<std::vector<ExtendedFile>> ExtendedFromProto(const ExtendedProfiles& extended);

// A profile of the caller's own. kInvalidProfile; kLimitExceeded over kMaxProfileBytes.
absl::StatusOr<SourcedProfile> InlineProfile(const DeviceCatalog& catalog, const std::string& name,
                                             const std::string& yaml,
                                             const std::vector<ExtendedFile>& extended);

// Whichever the selector holds; kInvalidArgument when it holds nothing.
absl::StatusOr<SourcedProfile> SelectedProfile(const DeviceCatalog& catalog,
                                               const v1::DeviceSelector& selector);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_DEVICE_SOURCE_H_
