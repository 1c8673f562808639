#include "server/errors.h"

#include <fmt/format.h>

#include <optional>

#include "absl/strings/cord.h"
#include "costmodel/error.h"
#include "costmodel/utf8.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/limits.h"

namespace roofline {
namespace {

constexpr std::string_view kTypePrefix = "type.googleapis.com/";

std::string TypeUrl(const google::protobuf::Message& message) {
  return fmt::format("{}{}", kTypePrefix, message.GetDescriptor()->full_name());
}

// Invalid UTF-8 (a tensor name of a hostile model) would make the status unparsable for others.
std::string MessageText(const absl::Status& status) {
  return CutText(EscapeInvalidUtf8(MessageOf(status)), kMaxErrorMessageBytes);
}

// gRPC's own refusal of a large message has the code of an overload but is final.
bool IsMessageTooLarge(const grpc::Status& status) {
  return status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED &&
         status.error_message().find("larger than max") != std::string::npos;
}

std::optional<Reason> ReasonFromDetails(const google::rpc::Status& details) {
  for (const auto& any : details.details()) {
    google::rpc::ErrorInfo info;
    if (any.UnpackTo(&info) && info.domain() == kErrorDomain) return ReasonFromName(info.reason());
  }
  return std::nullopt;
}

}  // namespace

std::string CutText(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  constexpr std::string_view kEllipsis = "...";
  size_t size = max_bytes - kEllipsis.size();
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return fmt::format("{}{}", text.substr(0, size), kEllipsis);
}

absl::Status WithDetail(const absl::Status& status, const google::protobuf::Message& detail) {
  absl::Status detailed = status;
  detailed.SetPayload(TypeUrl(detail), absl::Cord(detail.SerializeAsString()));
  return detailed;
}

absl::Status WithField(const absl::Status& status, std::string_view field) {
  google::rpc::BadRequest bad_request;
  auto& violation = *bad_request.add_field_violations();
  violation.set_field(std::string(field));
  violation.set_description(MessageText(status));
  return WithDetail(status, bad_request);
}

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  google::rpc::Status details;
  details.set_code(static_cast<int>(status.code()));
  details.set_message(MessageText(status));
  google::rpc::ErrorInfo info;
  info.set_reason(std::string(ReasonName(ReasonOf(status).value_or(Reason::kInternal))));
  info.set_domain(std::string(kErrorDomain));
  details.add_details()->PackFrom(info);
  status.ForEachPayload([&details](auto url, const absl::Cord& payload) {
    const std::string type(url.data(), url.size());
    if (!type.starts_with(kTypePrefix)) return;
    if (details.ByteSizeLong() + type.size() + payload.size() > kMaxErrorDetailBytes) return;
    auto& any = *details.add_details();
    any.set_type_url(type);
    any.set_value(std::string(payload));
  });
  return {static_cast<grpc::StatusCode>(status.code()), details.message(),
          details.SerializeAsString()};
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  google::rpc::Status details;
  if (details.ParseFromString(status.error_details())) {
    if (const auto reason = ReasonFromDetails(details)) {
      return Error(*reason, status.error_message());
    }
  }
  if (IsMessageTooLarge(status)) return Error(Reason::kLimitExceeded, status.error_message());
  const absl::Status foreign(static_cast<absl::StatusCode>(status.error_code()), "");
  return Error(ReasonOf(foreign).value_or(Reason::kInternal), status.error_message());
}

}  // namespace roofline
