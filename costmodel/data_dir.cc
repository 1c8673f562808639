#include "costmodel/data_dir.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace roofline {

std::string DataDirectory() {
  if (const char* chosen = std::getenv("ROOFLINE_DATA_DIR"); chosen != nullptr && *chosen != 0) {
    return chosen;
  }
  std::error_code error;
  const auto executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "share/roofline";
  return (executable.parent_path().parent_path() / "share" / "roofline").string();
}

}  // namespace roofline
