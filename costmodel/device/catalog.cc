#include "costmodel/device/catalog.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "costmodel/counted.h"
#include "costmodel/data_dir.h"
#include "costmodel/device/device_name.h"
#include "costmodel/device/profile_file.h"
#include "costmodel/nearest.h"
#include "costmodel/yaml/path.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;

using DocumentPtr = std::shared_ptr<const ProfileDocument>;
using ExtendsChain = std::vector<std::string>;  // files being read, outermost first

// What a profile that came as text may extend by path: files that came with it, none of the disk.
struct InlineFiles {
  std::string_view label;  // of the profile
  const std::vector<ExtendedFile>& files;
};

// Names that an error offers.
constexpr size_t kMaxOffered = 3;
// Characters of an unknown name that are looked at and repeated.
constexpr size_t kMaxSearched = 80;

// "; did you mean 'a' or 'b'?" with the ids of the smallest distances; empty without any.
std::string Offer(std::vector<std::pair<int, std::string>> near) {
  std::sort(near.begin(), near.end());
  if (near.size() > kMaxOffered) near.resize(kMaxOffered);
  std::vector<std::string> ids;
  ids.reserve(near.size());
  for (auto& [distance, id] : near) ids.push_back(std::move(id));
  if (ids.empty()) return "";
  return fmt::format("; did you mean '{}'?", fmt::join(ids, "' or '"));
}

const ExtendedFile* FindFile(const InlineFiles& given, std::string_view path) {
  for (const ExtendedFile& file : given.files) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

}  // namespace

struct DeviceCatalog::State {
  std::string directory;
  std::map<std::string, std::string, std::less<>> paths;  // id -> file
  std::mutex mutex;
  std::map<std::string, DocumentPtr> documents;             // by path
  std::optional<std::map<std::string, std::string>> names;  // normal alias or name -> id

  DocumentPtr ReadDocument(const std::string& path, const ExtendsChain& chain, Findings& findings);
  // `given` is nullptr for a file of the disk, which may extend others there.
  DocumentPtr ReadYaml(std::string_view yaml, std::string_view label, const ExtendsChain& chain,
                       const InlineFiles* given, Findings& findings);
  DocumentPtr ReadGiven(const std::string& path, const ExtendsChain& chain,
                        const InlineFiles& given, Findings& findings);
  absl::StatusOr<std::string> BasePath(std::string_view name, const ExtendsChain& chain);
  absl::StatusOr<DocumentPtr> FindBase(std::string_view name, const ExtendsChain& chain,
                                       const InlineFiles* given);
  std::optional<std::string> IdOfName(const std::string& normal);
  std::vector<std::string> Ids() const;
  std::string NearIds(std::string_view name) const;
  std::vector<std::string> Examples() const;
  absl::Status Unknown(std::string_view name);
};

// Reads `path` unless that was done before. Catalog files are kept; user files are read afresh.
DocumentPtr DeviceCatalog::State::ReadDocument(const std::string& path, const ExtendsChain& chain,
                                               Findings& findings) {
  {
    const std::lock_guard lock(mutex);
    if (const auto known = documents.find(path); known != documents.end()) return known->second;
  }
  const auto text = ReadProfileText(path);
  if (!text.ok()) {
    findings.push_back({Severity::kError, path, 0, "", std::string(MessageOf(text.status()))});
    return nullptr;
  }
  ExtendsChain longer = chain;
  longer.push_back(path);
  DocumentPtr document = ReadYaml(*text, path, longer, nullptr, findings);
  if (document != nullptr && path.starts_with(directory + "/")) {
    const std::lock_guard lock(mutex);
    documents.emplace(path, document);
  }
  return document;
}

DocumentPtr DeviceCatalog::State::ReadYaml(std::string_view yaml, std::string_view label,
                                           const ExtendsChain& chain, const InlineFiles* given,
                                           Findings& findings) {
  return ReadProfile(
      yaml, label, [&](std::string_view name) { return FindBase(name, chain, given); }, findings);
}

DocumentPtr DeviceCatalog::State::ReadGiven(const std::string& path, const ExtendsChain& chain,
                                            const InlineFiles& given, Findings& findings) {
  const std::string label = ExtendedPath(given.label, path);
  const ExtendedFile* file = FindFile(given, path);
  if (file == nullptr) {
    findings.push_back({Severity::kError, label, 0, "",
                        "not a file that came with the profile; send it along, or extend a device "
                        "of the catalog"});
    return nullptr;
  }
  ExtendsChain longer = chain;
  longer.push_back(path);
  return ReadYaml(file->yaml, label, longer, &given, findings);
}

absl::StatusOr<std::string> DeviceCatalog::State::BasePath(std::string_view name,
                                                           const ExtendsChain& chain) {
  if (IsYamlPath(name)) return ExtendedPath(chain.back(), name);
  if (const auto found = paths.find(name); found != paths.end()) return found->second;
  return Error(Reason::kInvalidProfile,
               fmt::format("no device '{}' in the catalog{}", name, NearIds(name)));
}

absl::StatusOr<DocumentPtr> DeviceCatalog::State::FindBase(std::string_view name,
                                                           const ExtendsChain& chain,
                                                           const InlineFiles* given) {
  ASSIGN_OR_RETURN(const std::string path, BasePath(name, chain));
  RETURN_IF_ERROR(CheckExtends(name, path, chain));
  Findings findings;
  DocumentPtr base = given != nullptr && IsYamlPath(name) ? ReadGiven(path, chain, *given, findings)
                                                          : ReadDocument(path, chain, findings);
  RETURN_IF_ERROR(StatusOfFindings(findings, Reason::kInvalidProfile));
  return base;
}

std::optional<std::string> DeviceCatalog::State::IdOfName(const std::string& normal) {
  {
    const std::lock_guard lock(mutex);
    if (names.has_value()) {
      const auto found = names->find(normal);
      if (found == names->end()) return std::nullopt;
      return found->second;
    }
  }
  std::map<std::string, std::string> built;
  Findings ignored;
  for (const auto& [id, path] : paths) {
    const DocumentPtr document = ReadDocument(path, {}, ignored);
    if (document == nullptr) continue;
    built.emplace(NormalName(document->profile.name), id);
    for (const std::string& alias : document->profile.aliases) built.emplace(NormalName(alias), id);
  }
  {
    const std::lock_guard lock(mutex);
    names = std::move(built);
  }
  return IdOfName(normal);
}

std::vector<std::string> DeviceCatalog::State::Ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, path] : paths) ids.push_back(id);
  return ids;
}

// Ids from all over the list.
std::vector<std::string> DeviceCatalog::State::Examples() const {
  const std::vector<std::string> ids = Ids();
  std::vector<std::string> examples;
  for (size_t i = 0; i < std::min(kMaxOffered, ids.size()); ++i) {
    examples.push_back(ids[(2 * i + 1) * ids.size() / (2 * kMaxOffered)]);
  }
  return examples;
}

// By ids alone: while a file of the catalog is read, the names in the others cannot be.
std::string DeviceCatalog::State::NearIds(std::string_view name) const {
  const NameSearch search(name);
  std::vector<std::pair<int, std::string>> near;
  for (const auto& [id, path] : paths) {
    if (const auto distance = search.Distance(id)) near.emplace_back(*distance, id);
  }
  return near.empty() ? DidYouMean(name, Ids()) : Offer(std::move(near));
}

absl::Status DeviceCatalog::State::Unknown(std::string_view name) {
  const NameSearch search(name.substr(0, kMaxSearched));
  std::vector<std::pair<int, std::string>> near;
  Findings ignored;
  for (const auto& [id, path] : paths) {
    const DocumentPtr document = ReadDocument(path, {}, ignored);
    if (document == nullptr) continue;
    if (const auto distance = search.Distance(document->profile)) near.emplace_back(*distance, id);
  }
  std::string hint = near.empty() ? NearIds(name.substr(0, kMaxSearched)) : Offer(std::move(near));
  if (hint.empty()) {
    hint = fmt::format(
        "; there are {} such as '{}': 'roofline devices list' shows all, 'roofline devices search' "
        "finds by name, and a path to a YAML file of your own works too",
        Counted(static_cast<int64_t>(paths.size()), "device"), fmt::join(Examples(), "', '"));
  }
  return Error(Reason::kUnknownDevice,
               fmt::format("unknown device '{}'{}", name.substr(0, kMaxSearched), hint));
}

absl::StatusOr<DeviceCatalog> DeviceCatalog::Open(const std::string& directory) {
  auto state = std::make_shared<State>();
  state->directory = directory;
  std::error_code error;
  for (fs::directory_iterator vendor(directory, error), end; !error && vendor != end;
       vendor.increment(error)) {
    std::error_code skipped;  // a plain file beside the vendor folders
    for (fs::directory_iterator file(vendor->path(), skipped); !skipped && file != end;
         file.increment(skipped)) {
      if (file->path().extension() != ".yaml") continue;
      state->paths.emplace(file->path().stem().string(), file->path().string());
    }
  }
  if (error) {
    return Error(
        Reason::kFileNotFound,
        fmt::format("{}: no device catalog there ({}); set ROOFLINE_DATA_DIR to the folder "
                    "that holds devices/",
                    directory, error.message()));
  }
  return DeviceCatalog(std::move(state));
}

absl::StatusOr<DeviceCatalog> DeviceCatalog::OpenDefault() {
  return Open(DataDirectory() + "/devices");
}

absl::StatusOr<ProfilePtr> DeviceCatalog::Find(std::string_view name) const {
  const std::string normal = NormalName(name);
  auto found = state_->paths.find(name);
  if (found == state_->paths.end()) found = state_->paths.find(normal);
  if (found == state_->paths.end()) {
    const auto id = state_->IdOfName(normal);
    if (!id.has_value()) return state_->Unknown(name);
    found = state_->paths.find(*id);
  }
  return ReadFile(found->second);
}

std::vector<std::string> DeviceCatalog::Ids() const { return state_->Ids(); }

std::vector<ProfilePtr> DeviceCatalog::All(Findings& findings) const {
  std::vector<ProfilePtr> profiles;
  for (const auto& [id, path] : state_->paths) {
    ProfilePtr profile = ReadFile(path, findings);
    if (profile != nullptr) profiles.push_back(std::move(profile));
  }
  return profiles;
}

ProfilePtr DeviceCatalog::Parse(std::string_view yaml, std::string_view label, Findings& findings,
                                const std::vector<ExtendedFile>& extended) const {
  const InlineFiles given{label, extended};
  const ExtendsChain chain = {fs::path(label).filename().string()};
  const DocumentPtr document = state_->ReadYaml(yaml, label, chain, &given, findings);
  return document == nullptr ? nullptr : ProfilePtr(document, &document->profile);
}

absl::StatusOr<ProfilePtr> DeviceCatalog::Parse(std::string_view yaml, std::string_view label,
                                                const std::vector<ExtendedFile>& extended) const {
  Findings findings;
  ProfilePtr profile = Parse(yaml, label, findings, extended);
  RETURN_IF_ERROR(StatusOfFindings(findings, Reason::kInvalidProfile));
  return profile;
}

ProfilePtr DeviceCatalog::ReadFile(const std::string& path, Findings& findings) const {
  const DocumentPtr document = state_->ReadDocument(path, {}, findings);
  return document == nullptr ? nullptr : ProfilePtr(document, &document->profile);
}

absl::StatusOr<ProfilePtr> DeviceCatalog::ReadFile(const std::string& path) const {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return Error(Reason::kFileNotFound, fmt::format("{}: no such file", path));
  }
  Findings findings;
  ProfilePtr profile = ReadFile(path, findings);
  RETURN_IF_ERROR(StatusOfFindings(findings, Reason::kInvalidProfile));
  return profile;
}

std::string DeviceCatalog::PathOf(std::string_view id) const {
  const auto found = state_->paths.find(id);
  return found == state_->paths.end() ? "" : found->second;
}

absl::StatusOr<ProfilePtr> ResolveDevice(const DeviceCatalog& catalog, const std::string& text) {
  return IsYamlPath(text) ? catalog.ReadFile(text) : catalog.Find(text);
}

}  // namespace roofline
