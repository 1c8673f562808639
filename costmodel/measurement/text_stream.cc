#include "costmodel/measurement/text_stream.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

constexpr size_t kPieceBytes = size_t{64} << 10;
constexpr int kGzipWindow = 15 + 16;  // largest window, gzip wrapper

bool IsGzip(const std::vector<char>& bytes, size_t size) {
  return size >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

}  // namespace

TextStream::TextStream(std::string name, Source source)
    : name_(std::move(name)), source_(std::move(source)), raw_(kPieceBytes), text_(kPieceBytes) {}

TextStream::~TextStream() {
  if (zip_ != nullptr) inflateEnd(zip_.get());
}

absl::StatusOr<std::unique_ptr<TextStream>> TextStream::Open(const std::string& path) {
  std::shared_ptr<std::FILE> file(std::fopen(path.c_str(), "rb"), [](std::FILE* f) {
    if (f != nullptr) std::fclose(f);
  });
  if (file == nullptr) {
    if (errno == ENOENT) {
      return Error(Reason::kFileNotFound, fmt::format("{}: no such file; check the path", path));
    }
    return Error(Reason::kIoError, fmt::format("{}: {}", path, std::strerror(errno)));
  }
  struct stat info = {};
  if (fstat(fileno(file.get()), &info) != 0 || S_ISDIR(info.st_mode)) {
    return Error(Reason::kIoError,
                 fmt::format("{}: a folder; expected a file with measured times", path));
  }
  const auto source = [file](char* buffer, size_t capacity) {
    return std::fread(buffer, 1, capacity, file.get());
  };
  auto stream = std::unique_ptr<TextStream>(new TextStream(path, source));
  RETURN_IF_ERROR(stream->Start());
  return stream;
}

absl::StatusOr<std::unique_ptr<TextStream>> TextStream::FromBytes(std::string_view bytes,
                                                                  const std::string& name) {
  const auto source = [left = bytes](char* buffer, size_t capacity) mutable {
    const size_t size = std::min(capacity, left.size());
    std::copy_n(left.data(), size, buffer);
    left.remove_prefix(size);
    return size;
  };
  auto stream = std::unique_ptr<TextStream>(new TextStream(name, source));
  RETURN_IF_ERROR(stream->Start());
  return stream;
}

absl::Status TextStream::Start() {
  const size_t size = source_(raw_.data(), raw_.size());
  if (size == 0) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: empty; expected measured times", name_));
  }
  raw_bytes_ = static_cast<int64_t>(size);
  if (IsGzip(raw_, size)) {
    zip_ = std::make_unique<z_stream>();
    if (inflateInit2(zip_.get(), kGzipWindow) != Z_OK) {
      zip_.reset();
      return Error(Reason::kInternal, fmt::format("{}: zlib does not start", name_));
    }
    zip_->next_in = reinterpret_cast<Bytef*>(raw_.data());
    zip_->avail_in = static_cast<uInt>(size);
    const size_t text = Fill();
    if (text == 0 && status_.ok()) {
      Fail(Reason::kInvalidMeasurement, "gzip of nothing; expected measured times");
    }
    setg(text_.data(), text_.data(), text_.data() + text);
    return status_;
  }
  std::swap(raw_, text_);
  setg(text_.data(), text_.data(), text_.data() + size);
  return absl::OkStatus();
}

void TextStream::Fail(Reason reason, std::string_view message) {
  status_ = Error(reason, fmt::format("{}: {}", name_, message));
}

size_t TextStream::Inflate() {
  zip_->next_out = reinterpret_cast<Bytef*>(text_.data());
  zip_->avail_out = static_cast<uInt>(text_.size());
  while (zip_->avail_out > 0) {
    if (zip_->avail_in == 0) {
      const size_t size = source_(raw_.data(), raw_.size());
      raw_bytes_ += static_cast<int64_t>(size);
      zip_->next_in = reinterpret_cast<Bytef*>(raw_.data());
      zip_->avail_in = static_cast<uInt>(size);
      if (size == 0) {
        cut_short_ = !member_ended_;
        break;
      }
    }
    if (std::exchange(member_ended_, false)) inflateReset(zip_.get());
    const int result = inflate(zip_.get(), Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      member_ended_ = true;
    } else if (result != Z_OK) {
      Fail(Reason::kInvalidMeasurement,
           fmt::format("broken gzip data ({})", zip_->msg == nullptr ? "?" : zip_->msg));
      break;
    }
  }
  return text_.size() - zip_->avail_out;
}

bool TextStream::WithinLimits() {
  if (zip_ != nullptr &&
      text_bytes_ > kMaxGzipExpansion * raw_bytes_ + static_cast<int64_t>(4 * kPieceBytes)) {
    Fail(Reason::kLimitExceeded,
         fmt::format("the gzip data expands more than {} times; decompress it yourself if it is "
                     "genuine",
                     kMaxGzipExpansion));
  } else if (bytes_allowed_ < 0) {
    Fail(Reason::kLimitExceeded, "one event or value is too long to be genuine");
  }
  return status_.ok();
}

size_t TextStream::Fill() {
  if (!status_.ok()) return 0;
  const size_t size = zip_ == nullptr ? source_(text_.data(), text_.size()) : Inflate();
  text_bytes_ += static_cast<int64_t>(size);
  bytes_allowed_ -= static_cast<int64_t>(size);
  return WithinLimits() ? size : 0;
}

TextStream::int_type TextStream::underflow() {
  if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
  const size_t size = exhausted_ ? 0 : Fill();
  if (size == 0) {
    exhausted_ = true;
    return traits_type::eof();
  }
  setg(text_.data(), text_.data(), text_.data() + size);
  return traits_type::to_int_type(*gptr());
}

absl::StatusOr<std::string> TextStream::ReadAll() {
  std::string all;
  while (underflow() != traits_type::eof()) {
    all.append(gptr(), egptr());
    setg(eback(), egptr(), egptr());
    if (static_cast<int64_t>(all.size()) > kMaxWholeTextBytes) {
      return Error(Reason::kLimitExceeded,
                   fmt::format("{}: over {} MiB; only ONNX Runtime profiles may be that large",
                               name_, kMaxWholeTextBytes >> 20));
    }
  }
  if (cut_short_ && status_.ok()) {
    Fail(Reason::kInvalidMeasurement, "the gzip data ends in the middle; copy the file again");
  }
  RETURN_IF_ERROR(status_);
  return all;
}

}  // namespace roofline
