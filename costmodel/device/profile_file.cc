#include "costmodel/device/profile_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "costmodel/error.h"
#include "costmodel/utf8.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {

absl::StatusOr<std::string> ReadProfileText(const std::string& path) {
  std::error_code error;
  // A FIFO or device would block or never end.
  if (!std::filesystem::is_regular_file(path, error)) {
    return Error(Reason::kFileNotFound, fmt::format("{}: no such file; check the path", path));
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text(kMaxYamlBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad() || !stream.is_open()) {
    return Error(Reason::kIoError, fmt::format("{}: cannot be read; check its permissions", path));
  }
  text.resize(static_cast<size_t>(stream.gcount()));
  if (!IsUtf8(text)) {
    return Error(Reason::kInvalidProfile,
                 fmt::format("{}: not UTF-8 text; save it in that encoding", path));
  }
  return text;
}

}  // namespace roofline
