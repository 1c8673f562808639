#include "costmodel/onnx/side_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace roofline {
namespace {

namespace fs = std::filesystem;

bool StaysBelow(const fs::path& location) {
  return !location.empty() && location.is_relative() &&
         std::none_of(location.begin(), location.end(),
                      [](const fs::path& part) { return part == ".."; });
}

bool IsInside(const fs::path& folder, const fs::path& file) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

}  // namespace

SideFiles::SideFiles(const std::string& model_path) {
  std::error_code error;
  folder_ = fs::canonical(fs::absolute(model_path, error).parent_path(), error).string();
}

std::optional<std::string> SideFiles::Read(std::string_view location, int64_t offset,
                                           int64_t length) const {
  const fs::path relative(location);
  if (folder_.empty() || !StaysBelow(relative) || offset < 0 || length < 0) return std::nullopt;
  std::error_code error;
  const fs::path file = fs::canonical(fs::path(folder_) / relative, error);
  // A pipe or a device would block or never end.
  if (error || !IsInside(folder_, file) || !fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(offset);
  std::string bytes(static_cast<size_t>(length), '\0');
  stream.read(bytes.data(), length);
  if (!stream || stream.gcount() != length) return std::nullopt;
  return bytes;
}

}  // namespace roofline
