#include "client/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "costmodel/error.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;

absl::Status CannotWrite(const std::string& path, std::string_view why) {
  return Error(Reason::kIoError, fmt::format("{}: cannot be written; {}", path, why));
}

}  // namespace

absl::Status CheckWritable(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return CannotWrite(path, "it is a folder; name a file");
  if (fs::exists(path, error)) {
    if (access(path.c_str(), W_OK) == 0) return absl::OkStatus();
    return CannotWrite(path, "check its permissions");
  }
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::is_directory(folder, error))
    return CannotWrite(path, fmt::format("there is no folder {}; make it first", folder));
  if (access(folder.c_str(), W_OK | X_OK) == 0) return absl::OkStatus();
  return CannotWrite(path, fmt::format("check the permissions of the folder {}", folder));
}

absl::Status WriteFile(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return CannotWrite(path, "check the folder, its permissions and the disk");
}

}  // namespace roofline
