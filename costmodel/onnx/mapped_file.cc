#include "costmodel/onnx/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "costmodel/error.h"

namespace roofline {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

absl::Status IoError(const std::string& path, int error_number) {
  const std::string text = std::generic_category().message(error_number);
  if (error_number == ENOENT || error_number == ENOTDIR) {
    return Error(Reason::kFileNotFound, fmt::format("{}: no such file; check the path", path));
  }
  return Error(Reason::kIoError, fmt::format("{}: cannot be read: {}", path, text));
}

absl::Status CheckRegular(const std::string& path, const struct stat& info) {
  if (S_ISDIR(info.st_mode)) {
    return Error(Reason::kIoError,
                 fmt::format("{}: is a directory; give the .onnx file inside it", path));
  }
  if (!S_ISREG(info.st_mode)) {
    return Error(Reason::kIoError,
                 fmt::format("{}: is not a regular file; save the model to a file first", path));
  }
  if (info.st_size == 0) {
    return Error(Reason::kNotOnnx,
                 fmt::format("{}: the file is empty; download or export it again", path));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path) {
  // O_NONBLOCK: opening a pipe must fail below, not wait for a writer.
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return IoError(path, errno);
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return IoError(path, errno);
  RETURN_IF_ERROR(CheckRegular(path, info));
  const auto size = static_cast<size_t>(info.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return IoError(path, errno);
  // A reader hops from header to header: reading ahead would pull in the weights between them.
  madvise(data, size, MADV_RANDOM);
  return MappedFile(data, size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace roofline
