#include "costmodel/onnx/skeleton_writer.h"

#include "costmodel/onnx/wire_format.h"

namespace roofline {

void SkeletonWriter::Open(uint32_t field_number) {
  AppendHeader({field_number, WireType::kLength, 0}, body_);
  body_.pop_back();  // the length comes in Assemble
  open_.push_back({messages_.size(), 0});
  messages_.push_back({body_.size(), 0});
}

void SkeletonWriter::Close() {
  const OpenMessage closed = open_.back();
  open_.pop_back();
  Message& message = messages_[closed.index];
  message.length = body_.size() - message.begin + closed.length_bytes;
  open_.back().length_bytes += closed.length_bytes + VarintSize(message.length);
}

std::string_view SkeletonWriter::OpenBody() const {
  return std::string_view(body_).substr(messages_[open_.back().index].begin);
}

std::string SkeletonWriter::Assemble() const {
  const std::string_view body = body_;
  std::string result;
  result.reserve(body.size() + open_.front().length_bytes);
  size_t copied = 0;
  for (const Message& message : messages_) {
    result += body.substr(copied, message.begin - copied);
    AppendVarint(message.length, result);
    copied = message.begin;
  }
  result += body.substr(copied);
  return result;
}

}  // namespace roofline
