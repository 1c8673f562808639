#ifndef ROOFLINE_COSTMODEL_ONNX_SNIFF_H_
#define ROOFLINE_COSTMODEL_ONNX_SNIFF_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace roofline {

// As many first bytes of a file as Sniff looks at.
inline constexpr size_t kSniffBytes = 1024;

// What a file that is not ONNX is, and what to do about it, as parts of a sentence.
struct FileKind {
  std::string what;    // "a Git LFS pointer, not the file it points to"
  std::string advice;  // "run `git lfs pull`"
};

// Tells a file by its first bytes and, where those leave it open, the extension of its name. Meant
// for files that failed to read as ONNX; nullopt when nothing fits.
std::optional<FileKind> Sniff(std::string_view head, std::string_view file_name);

// kNotOnnx: "name: this is <what>; <advice>".
absl::Status NotOnnxError(std::string_view name, const FileKind& kind);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_SNIFF_H_
