#ifndef ROOFLINE_COSTMODEL_ONNX_TENSOR_PAYLOAD_H_
#define ROOFLINE_COSTMODEL_ONNX_TENSOR_PAYLOAD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "costmodel/onnx/wire_format.h"

namespace roofline {

// The content of one TensorProto while it is read, in whatever pieces and order it comes: kept up
// to a size, dropped and counted beyond. What stays is written behind the tensor's other fields.
class TensorPayload {
 public:
  // `kept_bytes`: the largest payload that is kept.
  explicit TensorPayload(int64_t kept_bytes) : kept_bytes_(kept_bytes) {}

  // Notes a payload field. Returns where its content, if it has any, is to be written; nullptr when
  // it is dropped.
  std::string* Add(const FieldHeader& header, std::string_view field_name);
  // Notes an external_data entry; returns where its content goes.
  std::string* AddExternalData(const FieldHeader& header);
  void SetDataLocation(uint64_t location) { location_ = location; }

  // Whether the content is in another file and nowhere here.
  bool external() const;
  const std::string& external_data() const { return external_data_; }
  // Puts the content of an external tensor in, as if it had been raw_data all along.
  void MakeInternal(std::string_view raw_data);

  bool dropped() const { return dropped_; }
  int64_t bytes() const { return bytes_; }

  // Writes location, external data and payload, or in place of a dropped payload the mark described
  // in skeleton.h.
  void WriteTo(std::string& out) const;

 private:
  int64_t kept_bytes_;
  int64_t bytes_ = 0;  // as stored, without field headers
  bool dropped_ = false;
  std::string kept_;  // encoded fields
  std::string external_data_;
  std::string_view field_name_;
  std::optional<uint64_t> location_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_TENSOR_PAYLOAD_H_
