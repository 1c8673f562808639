#include "costmodel/onnx/tensor_payload.h"

#include <fmt/format.h>

#include "costmodel/onnx/external_data_fields.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

// TensorProto field numbers and values (onnx/onnx.proto).
constexpr uint32_t kRawDataField = 9;
constexpr uint32_t kDataLocationField = 14;
constexpr uint64_t kExternalLocation = 1;

// Headers of one-item fields may take this many times the content; beyond that (a long list of
// empty strings) a payload counts as large.
constexpr int64_t kMaxEncodingFactor = 4;
constexpr int64_t kEncodingSlack = 64;

uint64_t ContentBytes(const FieldHeader& header) {
  switch (header.type) {
    case WireType::kLength:
      return header.value;
    case WireType::kFixed64:
      return 8;
    case WireType::kFixed32:
      return 4;
    default:
      return VarintSize(header.value);
  }
}

void AppendEntry(std::string_view key, std::string_view value, std::string& out) {
  std::string entry;
  AppendBytesField(kEntryKeyField, key, entry);
  AppendBytesField(kEntryValueField, value, entry);
  AppendBytesField(kExternalDataField, entry, out);
}

}  // namespace

std::string* TensorPayload::Add(const FieldHeader& header, std::string_view field_name) {
  const uint64_t content = ContentBytes(header);
  bytes_ += static_cast<int64_t>(content);
  field_name_ = field_name;
  const int64_t encoded = static_cast<int64_t>(kept_.size());
  dropped_ = dropped_ || bytes_ > kept_bytes_ ||
             encoded > kMaxEncodingFactor * kept_bytes_ + kEncodingSlack;
  if (dropped_) {
    kept_.clear();
    return nullptr;
  }
  AppendHeader(header, kept_);
  return &kept_;
}

std::string* TensorPayload::AddExternalData(const FieldHeader& header) {
  AppendHeader(header, external_data_);
  return &external_data_;
}

bool TensorPayload::external() const {
  return location_ == kExternalLocation && bytes_ == 0 && !dropped_;
}

void TensorPayload::MakeInternal(std::string_view raw_data) {
  location_.reset();
  external_data_.clear();
  kept_.clear();
  AppendBytesField(kRawDataField, raw_data, kept_);
}

void TensorPayload::WriteTo(std::string& out) const {
  const bool mark = dropped_ && location_ != kExternalLocation;
  if (mark || location_.has_value()) {
    AppendHeader({kDataLocationField, WireType::kVarint, mark ? kExternalLocation : *location_},
                 out);
  }
  if (!mark) {
    out += external_data_;
    out += kept_;
    return;
  }
  AppendEntry(kLocationKey, kDroppedLocation, out);
  AppendEntry(kLengthKey, fmt::format("{}", bytes_), out);
  AppendEntry(kFieldKey, field_name_, out);
}

}  // namespace roofline
