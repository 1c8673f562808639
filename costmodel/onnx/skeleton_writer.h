#ifndef ROOFLINE_COSTMODEL_ONNX_SKELETON_WRITER_H_
#define ROOFLINE_COSTMODEL_ONNX_SKELETON_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

// Writes nested protobuf messages front to back although the length that stands before each is only
// known at its end: lengths are kept aside and put in by one pass over the whole at the end, so the
// work is linear however deep the nesting.
class SkeletonWriter {
 public:
  // Where fields of the innermost open message go, headers included.
  std::string& body() { return body_; }

  // Starts and ends a message field.
  void Open(uint32_t field_number);
  void Close();

  // What the innermost open message holds so far. It must have no message fields in it.
  std::string_view OpenBody() const;

  // The serialized whole. All messages must be closed.
  std::string Assemble() const;

 private:
  struct Message {
    size_t begin = 0;   // in body_
    size_t length = 0;  // of the final encoding
  };
  struct OpenMessage {
    size_t index = 0;         // in messages_
    size_t length_bytes = 0;  // lengths inside it, which are not in body_
  };

  std::string body_;
  std::vector<Message> messages_;  // in order of begin
  std::vector<OpenMessage> open_ = {{}};
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_SKELETON_WRITER_H_
