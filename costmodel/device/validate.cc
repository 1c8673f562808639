#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "costmodel/device/lint.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;

bool IsYaml(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

// The YAML files of a folder and of those directly below it, in order.
std::set<std::string> FilesBelow(const std::string& folder) {
  std::set<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (entry.depth() >= 1) entry.disable_recursion_pending();
    if (entry->is_regular_file(error) && IsYaml(entry->path()))
      files.insert(entry->path().string());
  }
  return files;
}

void Append(Findings more, Findings& findings) {
  findings.insert(findings.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
}

ProfilePtr ValidateFile(const DeviceCatalog& catalog, const std::string& path,
                        ValidationResult& result) {
  ++result.checked;
  ProfilePtr profile = catalog.ReadFile(path, result.findings);
  if (profile != nullptr) Append(LintProfile(*profile), result.findings);
  return profile;
}

}  // namespace

absl::StatusOr<ValidationResult> ValidatePath(const DeviceCatalog& catalog,
                                              const std::string& path) {
  std::error_code error;
  ValidationResult result;
  if (fs::is_regular_file(path, error)) {
    ValidateFile(catalog, path, result);
    return result;
  }
  if (!fs::is_directory(path, error)) {
    return Error(Reason::kFileNotFound, fmt::format("{}: no such file or folder", path));
  }
  // A folder is a catalog of its own: its profiles extend each other.
  ASSIGN_OR_RETURN(const DeviceCatalog own, DeviceCatalog::Open(path));
  const std::set<std::string> files = FilesBelow(path);
  if (files.empty()) {
    return Error(Reason::kFileNotFound,
                 fmt::format("{}: no .yaml file there or one folder below", path));
  }
  std::vector<ProfilePtr> profiles;
  for (const std::string& file : files) {
    ProfilePtr profile = ValidateFile(own.Ids().empty() ? catalog : own, file, result);
    if (profile == nullptr) continue;
    Append(LintCatalogEntry(*profile), result.findings);
    profiles.push_back(std::move(profile));
  }
  Append(LintUniqueNames(profiles), result.findings);
  return result;
}

}  // namespace roofline
