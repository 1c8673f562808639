#ifndef ROOFLINE_COSTMODEL_ONNX_SIDE_FILES_H_
#define ROOFLINE_COSTMODEL_ONNX_SIDE_FILES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roofline {

// The files beside a model on the user's own disk that its external tensors name. Nothing outside
// the model's folder is ever opened, whatever the model says: a location that is absolute, has a
// `..` in it or leads out by a symbolic link is no side file.
class SideFiles {
 public:
  // Of the model at `model_path`.
  explicit SideFiles(const std::string& model_path);

  // `length` bytes at `offset` of the file a model calls `location`. nullopt when that is no
  // regular file inside the folder, cannot be read, or ends before.
  std::optional<std::string> Read(std::string_view location, int64_t offset, int64_t length) const;

 private:
  std::string folder_;  // without symbolic links; empty when there is none
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_SIDE_FILES_H_
