#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_TEXT_STREAM_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_TEXT_STREAM_H_

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/error.h"

struct z_stream_s;

namespace roofline {

// Gzip expands by at most 1032; profiles by 10 to 40. More than this is a bomb.
constexpr int64_t kMaxGzipExpansion = 250;
// Formats that are read whole may not be larger than this.
constexpr int64_t kMaxWholeTextBytes = int64_t{64} << 20;

// Text from a file or from memory, gzip taken off if there is any, in pieces of 64 KiB: the size of
// the file does not matter. A stream buffer, so that a std::istream reads from it.
class TextStream : public std::streambuf {
 public:
  // Errors: kFileNotFound; kIoError for a directory or an unreadable file; kInvalidMeasurement for
  // an empty one.
  static absl::StatusOr<std::unique_ptr<TextStream>> Open(const std::string& path);
  // `bytes` must outlive the stream; `name` is what errors call it.
  static absl::StatusOr<std::unique_ptr<TextStream>> FromBytes(std::string_view bytes,
                                                               const std::string& name);
  ~TextStream() override;

  const std::string& name() const { return name_; }
  // The first piece, before anything is consumed.
  std::string_view Head() const { return {gptr(), static_cast<size_t>(egptr() - gptr())}; }
  // Everything that is left. kLimitExceeded over kMaxWholeTextBytes.
  absl::StatusOr<std::string> ReadAll();
  // From here on the text ends with an error when more than `bytes` are read before the next call:
  // one value of a streamed format may not fill the memory.
  void LimitNext(int64_t bytes) { bytes_allowed_ = bytes; }
  // Whether the reader has asked for more than there is.
  bool exhausted() const { return exhausted_; }
  // What went wrong while reading: broken gzip, a bomb, a value over its limit. The text ends
  // there. Gzip data cut short merely ends; ReadAll refuses it.
  const absl::Status& status() const { return status_; }

 protected:
  int_type underflow() override;

 private:
  using Source = std::function<size_t(char* buffer, size_t capacity)>;

  TextStream(std::string name, Source source);
  absl::Status Start();
  size_t Fill();     // the next piece of text into text_; 0 at the end
  size_t Inflate();  // the same out of gzip
  bool WithinLimits();
  void Fail(Reason reason, std::string_view message);

  std::string name_;
  Source source_;
  std::vector<char> raw_;   // as stored
  std::vector<char> text_;  // as read
  std::unique_ptr<z_stream_s> zip_;
  bool member_ended_ = false;  // a gzip file may hold several members
  int64_t raw_bytes_ = 0;
  int64_t text_bytes_ = 0;
  int64_t bytes_allowed_ = INT64_MAX;
  bool cut_short_ = false;
  bool exhausted_ = false;
  absl::Status status_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_TEXT_STREAM_H_
