#ifndef ROOFLINE_CLIENT_OUTPUT_FILE_H_
#define ROOFLINE_CLIENT_OUTPUT_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace roofline {

// Whether WriteFile(path) can succeed, as far as the file system tells without writing: kIoError
// otherwise. Creates and changes nothing.
absl::Status CheckWritable(const std::string& path);

// Makes `text` the whole content of the file at `path`. kIoError when that fails.
absl::Status WriteFile(const std::string& path, std::string_view text);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_OUTPUT_FILE_H_
