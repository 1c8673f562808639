#include "costmodel/onnx/wire_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costmodel/onnx/sha256.h"
#include "costmodel/onnx/side_tensor.h"
#include "costmodel/onnx/sniff.h"

namespace roofline {
namespace {

// What a field costs at least against max_skeleton_bytes: parsed, it takes memory however few bytes
// it has on the wire.
constexpr uint64_t kFieldCharge = 16;
constexpr uint64_t kMessageCharge = 64;
// data_location values onnx.proto knows; protobuf treats others as unknown fields.
constexpr uint64_t kMaxDataLocation = 1;
// Stands for the field in messages as long as its number is not known.
constexpr std::string_view kHeaderItself = "(field header)";

bool CountsAsNesting(MessageKind message) {
  return message == MessageKind::kGraph || message == MessageKind::kType ||
         message == MessageKind::kOpaque;
}

}  // namespace

WireFilter::WireFilter(std::string_view name, const ModelLimits& limits,
                       const SideFiles* side_files)
    : name_(name), limits_(limits), side_files_(side_files) {
  frames_.push_back({MessageKind::kModel, kNoEnd, 0, {}});
}

absl::Status WireFilter::Feed(std::string_view chunk) {
  head_ += chunk.substr(0, kSniffBytes - std::min(kSniffBytes, head_.size()));
  stats_.original_bytes += static_cast<int64_t>(chunk.size());
  if (failure_.ok()) failure_ = Consume(chunk);
  // What the bytes are if not ONNX can only be told once enough of them are there.
  if (failure_.ok() || head_.size() < kSniffBytes) return absl::OkStatus();
  return Explain(failure_);
}

absl::StatusOr<Skeleton> WireFilter::Finish() {
  if (content_left_ == 0 && pending_.empty()) {  // between two fields
    field_ = {};
    field_offset_ = offset_;
  }
  if (failure_.ok()) failure_ = CheckEnd();
  if (!failure_.ok()) return Explain(failure_);
  stats_.bytes = writer_.Assemble();
  ASSIGN_OR_RETURN(stats_.sha256_hex, Sha256Hex(stats_.bytes));
  return std::move(stats_);
}

absl::Status WireFilter::Consume(std::string_view chunk) {
  while (!chunk.empty()) {
    if (content_left_ > 0) {
      TakeContent(chunk);
    } else {
      RETURN_IF_ERROR(ReadHeader(chunk));
    }
    RETURN_IF_ERROR(CloseEnded());
  }
  return absl::OkStatus();
}

void WireFilter::TakeContent(std::string_view& chunk) {
  const auto size = std::min(content_left_, static_cast<int64_t>(chunk.size()));
  if (content_target_ != nullptr) *content_target_ += chunk.substr(0, static_cast<size_t>(size));
  chunk.remove_prefix(static_cast<size_t>(size));
  content_left_ -= size;
  offset_ += size;
}

absl::Status WireFilter::ReadHeader(std::string_view& chunk) {
  if (pending_.empty()) {
    field_offset_ = offset_;
    field_ = {kHeaderItself};
  }
  const int64_t room = frames_.back().end - offset_;
  const auto available = static_cast<size_t>(std::min(room, static_cast<int64_t>(chunk.size())));
  // A header that is cut between two chunks is put together byte by byte: it is short.
  const bool cut = !pending_.empty();
  if (cut) pending_.push_back(chunk.front());
  const HeaderParse parse =
      ParseHeader(cut ? std::string_view(pending_) : chunk.substr(0, available));
  size_t taken = cut ? 1 : parse.size;
  if (parse.state == HeaderState::kIncomplete && !cut) {
    taken = available;
    pending_ = chunk.substr(0, available);
  }
  if (parse.state == HeaderState::kComplete) pending_.clear();
  offset_ += static_cast<int64_t>(taken);
  chunk.remove_prefix(taken);
  switch (parse.state) {
    case HeaderState::kComplete:
      return HandleField(parse.header);
    case HeaderState::kIncomplete:
      if (offset_ < frames_.back().end) return absl::OkStatus();
      return Fail(Reason::kMalformedModel, "a field runs past the end of its message");
    case HeaderState::kBadVarint:
      return Fail(Reason::kMalformedModel, "a number is longer than the 10 bytes protobuf allows");
    case HeaderState::kBadTag:
      return Fail(Reason::kMalformedModel, "this is no protobuf field");
  }
  return absl::OkStatus();
}

absl::Status WireFilter::HandleField(const FieldHeader& header) {
  const FieldRule* rule = FindRule(frames_.back().message, header);
  field_ = rule != nullptr ? FieldLabel{rule->name} : FieldLabel{{}, header.number};
  if (frames_.size() == 1) NoteTopLevel(header);
  if (header.type == WireType::kGroupStart) return OpenGroup(header);
  if (header.type == WireType::kGroupEnd) return CloseGroup(header);
  if (header.type == WireType::kLength) {
    const int64_t room = frames_.back().end - offset_;
    if (header.value > static_cast<uint64_t>(room)) {
      return Fail(Reason::kMalformedModel,
                  fmt::format("{} bytes of content do not fit into the {} around it", header.value,
                              MessageName(frames_.back().message)));
    }
    content_left_ = static_cast<int64_t>(header.value);
    content_target_ = nullptr;
  }
  return rule != nullptr ? HandleKnown(header, *rule) : Keep(header);
}

absl::Status WireFilter::HandleKnown(const FieldHeader& header, const FieldRule& rule) {
  switch (rule.role) {
    case FieldRole::kSkip:
      return absl::OkStatus();
    case FieldRole::kMessage:
      return OpenMessage(header, rule);
    case FieldRole::kName:
      if (header.value > static_cast<uint64_t>(limits_.max_name_bytes)) {
        return Fail(Reason::kLimitExceeded, fmt::format("a name of {} bytes; the limit is {}",
                                                        header.value, limits_.max_name_bytes));
      }
      return Keep(header);
    case FieldRole::kPayload:
      content_target_ = tensor_->Add(header, rule.name);
      if (content_target_ == nullptr) return absl::OkStatus();
      return Charge(header.type == WireType::kLength ? header.value : 0);
    case FieldRole::kExternalData:
      RETURN_IF_ERROR(Charge(header.value));
      content_target_ = tensor_->AddExternalData(header);
      return absl::OkStatus();
    case FieldRole::kDataLocation:
      if (header.value > kMaxDataLocation) return Keep(header);
      tensor_->SetDataLocation(header.value);
      return absl::OkStatus();
    case FieldRole::kKeep:
      return Keep(header);
  }
  return absl::OkStatus();
}

absl::Status WireFilter::OpenMessage(const FieldHeader& header, const FieldRule& rule) {
  content_left_ = 0;
  RETURN_IF_ERROR(Charge(kMessageCharge));
  if (CountsAsNesting(rule.message) && ++nesting_ > limits_.max_nesting) {
    return Fail(Reason::kLimitExceeded,
                fmt::format("graphs or types nest more than {} deep", limits_.max_nesting));
  }
  if (rule.message == MessageKind::kNode && ++stats_.nodes > limits_.max_nodes) {
    return Fail(Reason::kLimitExceeded,
                fmt::format("more than {} nodes, the limit", limits_.max_nodes));
  }
  if (rule.message == MessageKind::kTensor) tensor_.emplace(limits_.kept_payload_bytes);
  writer_.Open(header.number);
  frames_.push_back(
      {rule.message, offset_ + static_cast<int64_t>(header.value), 0, std::exchange(field_, {})});
  return absl::OkStatus();
}

absl::Status WireFilter::OpenGroup(const FieldHeader& header) {
  RETURN_IF_ERROR(Keep(header));
  if (++nesting_ > limits_.max_nesting) {
    return Fail(Reason::kLimitExceeded,
                fmt::format("groups nest more than {} deep", limits_.max_nesting));
  }
  frames_.push_back(
      {MessageKind::kOpaque, frames_.back().end, header.number, std::exchange(field_, {})});
  return absl::OkStatus();
}

absl::Status WireFilter::CloseGroup(const FieldHeader& header) {
  if (frames_.back().group != header.number) {
    return Fail(Reason::kMalformedModel, "the end of a group that was not started");
  }
  RETURN_IF_ERROR(Keep(header));
  frames_.pop_back();
  --nesting_;
  return absl::OkStatus();
}

absl::Status WireFilter::CloseEnded() {
  while (content_left_ == 0 && offset_ == frames_.back().end) {
    if (frames_.back().group != 0) {
      return Fail(Reason::kMalformedModel, "a group has no end");
    }
    RETURN_IF_ERROR(CloseMessage());
  }
  return absl::OkStatus();
}

absl::Status WireFilter::CloseMessage() {
  const MessageKind message = frames_.back().message;
  if (message == MessageKind::kTensor) RETURN_IF_ERROR(CloseTensor());
  if (CountsAsNesting(message)) --nesting_;
  writer_.Close();
  frames_.pop_back();
  return absl::OkStatus();
}

absl::Status WireFilter::CloseTensor() {
  if (side_files_ != nullptr && tensor_->external()) {
    const auto content = ReadSideTensor(*side_files_, writer_.OpenBody(), tensor_->external_data(),
                                        limits_.kept_payload_bytes);
    if (content) {
      RETURN_IF_ERROR(Charge(content->size()));
      tensor_->MakeInternal(*content);
    }
  }
  tensor_->WriteTo(writer_.body());
  if (tensor_->dropped()) {
    ++stats_.dropped_tensors;
    stats_.dropped_payload_bytes += tensor_->bytes();
  }
  tensor_.reset();
  return absl::OkStatus();
}

absl::Status WireFilter::Keep(const FieldHeader& header) {
  RETURN_IF_ERROR(Charge(header.type == WireType::kLength ? header.value : 0));
  AppendHeader(header, writer_.body());
  content_target_ = &writer_.body();
  return absl::OkStatus();
}

absl::Status WireFilter::Charge(uint64_t bytes) {
  charged_bytes_ += std::max(bytes, kFieldCharge);
  if (charged_bytes_ <= static_cast<uint64_t>(limits_.max_skeleton_bytes)) return absl::OkStatus();
  return Fail(Reason::kLimitExceeded,
              fmt::format("the model without its weights takes more than {} bytes, the limit",
                          limits_.max_skeleton_bytes));
}

void WireFilter::NoteTopLevel(const FieldHeader& header) {
  const bool length = header.type == WireType::kLength;
  const bool varint = header.type == WireType::kVarint;
  saw_ir_version_ = saw_ir_version_ || (header.number == 1 && varint);
  saw_tensor_type_ = saw_tensor_type_ || (header.number == 2 && varint);
  saw_graph_ = saw_graph_ || (header.number == 7 && length);
}

absl::Status WireFilter::CheckEnd() const {
  if (frames_.size() == 1 && content_left_ == 0 && pending_.empty()) {
    if (saw_graph_ && !saw_tensor_type_) return absl::OkStatus();
    return Fail(Reason::kNotOnnx, "there is no graph");
  }
  int64_t missing = content_left_;
  for (const Frame& frame : frames_) {
    if (frame.end != kNoEnd) missing = std::max(missing, frame.end - offset_);
  }
  return Fail(Reason::kTruncatedModel,
              fmt::format("the file ends inside, at byte {}, and at least {} bytes are missing; "
                          "download or export it again",
                          offset_, std::max<int64_t>(missing, 1)));
}

absl::Status WireFilter::Explain(const absl::Status& failure) const {
  const Reason reason = ReasonOf(failure).value_or(Reason::kInternal);
  if (reason == Reason::kLimitExceeded) return failure;
  if (saw_graph_ && saw_ir_version_ && !saw_tensor_type_) return failure;
  if (const auto found = Sniff(head_, name_)) return NotOnnxError(name_, *found);
  const bool plausible = saw_graph_ || (reason == Reason::kTruncatedModel && saw_ir_version_);
  if (plausible && !saw_tensor_type_) return failure;
  return Error(Reason::kNotOnnx,
               fmt::format("{}: not an ONNX model (no ir_version and graph where they should be) "
                           "and no format known here; export the network to ONNX",
                           name_));
}

std::string WireFilter::FieldLabel::Text() const {
  return number == 0 ? std::string(name) : fmt::format("field {}", number);
}

std::string WireFilter::Path() const {
  std::vector<std::string> parts;
  for (const Frame& frame : frames_) parts.push_back(frame.field.Text());
  parts.push_back(field_.Text());
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "."));
}

absl::Status WireFilter::Fail(Reason reason, std::string_view what) const {
  const std::string path = Path();
  return Error(reason, fmt::format("{}: {} at byte {}: {}", name_, path.empty() ? "model" : path,
                                   field_offset_, what));
}

}  // namespace roofline
