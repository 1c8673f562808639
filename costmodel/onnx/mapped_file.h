#ifndef ROOFLINE_COSTMODEL_ONNX_MAPPED_FILE_H_
#define ROOFLINE_COSTMODEL_ONNX_MAPPED_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"

namespace roofline {

// A whole file as read-only memory. Only the pages that are looked at are read from disk, so a file
// of any size costs nothing until then. The file must not shrink while it is mapped.
class MappedFile {
 public:
  // Errors: kFileNotFound; kIoError for a directory, a pipe or device, or no permission; kNotOnnx
  // for an empty file.
  static absl::StatusOr<MappedFile> Open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, size_t size) : data_(data), size_(size) {}

  void* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_MAPPED_FILE_H_
