#include "costmodel/error.h"

#include <fmt/format.h>

#include <array>

#include "absl/strings/cord.h"

namespace roofline {
namespace {

constexpr const char* kReasonPayload = "roofline.reason";

struct ReasonEntry {
  Reason reason;
  std::string_view name;
  absl::StatusCode code;
};

constexpr std::array kReasons = {
    ReasonEntry{Reason::kNotOnnx, "NOT_ONNX", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kTruncatedModel, "TRUNCATED_MODEL", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kMalformedModel, "MALFORMED_MODEL", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kLimitExceeded, "LIMIT_EXCEEDED", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kUnknownOperator, "UNKNOWN_OPERATOR",
                absl::StatusCode::kFailedPrecondition},
    ReasonEntry{Reason::kShapeConflict, "SHAPE_CONFLICT", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kUnboundDimension, "UNBOUND_DIMENSION",
                absl::StatusCode::kFailedPrecondition},
    ReasonEntry{Reason::kUnknownInput, "UNKNOWN_INPUT", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kInputMismatch, "INPUT_MISMATCH", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kUnresolvedValue, "UNRESOLVED_VALUE",
                absl::StatusCode::kFailedPrecondition},
    ReasonEntry{Reason::kUnknownDevice, "UNKNOWN_DEVICE", absl::StatusCode::kNotFound},
    ReasonEntry{Reason::kInvalidProfile, "INVALID_PROFILE", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kInvalidRules, "INVALID_RULES", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kUnknownConvention, "UNKNOWN_CONVENTION",
                absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kInvalidMeasurement, "INVALID_MEASUREMENT",
                absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kInvalidArgument, "INVALID_ARGUMENT", absl::StatusCode::kInvalidArgument},
    ReasonEntry{Reason::kFileNotFound, "FILE_NOT_FOUND", absl::StatusCode::kNotFound},
    ReasonEntry{Reason::kIoError, "IO_ERROR", absl::StatusCode::kUnknown},
    ReasonEntry{Reason::kCancelled, "CANCELLED", absl::StatusCode::kCancelled},
    ReasonEntry{Reason::kDeadlineExceeded, "DEADLINE_EXCEEDED",
                absl::StatusCode::kDeadlineExceeded},
    ReasonEntry{Reason::kOverloaded, "OVERLOADED", absl::StatusCode::kResourceExhausted},
    ReasonEntry{Reason::kUnavailable, "UNAVAILABLE", absl::StatusCode::kUnavailable},
    ReasonEntry{Reason::kInternal, "INTERNAL", absl::StatusCode::kInternal},
};

const ReasonEntry& ReasonEntryOf(Reason reason) {
  for (const ReasonEntry& entry : kReasons) {
    if (entry.reason == reason) return entry;
  }
  return kReasons.back();
}

}  // namespace

std::string_view ReasonName(Reason reason) { return ReasonEntryOf(reason).name; }

absl::Status Error(Reason reason, std::string_view message) {
  const ReasonEntry& entry = ReasonEntryOf(reason);
  absl::Status status(entry.code, std::string(message));
  status.SetPayload(kReasonPayload, absl::Cord(std::string(entry.name)));
  return status;
}

std::optional<Reason> ReasonFromName(std::string_view name) {
  for (const ReasonEntry& entry : kReasons) {
    if (entry.name == name) return entry.reason;
  }
  return std::nullopt;
}

std::optional<Reason> ReasonOf(const absl::Status& status) {
  if (status.ok()) return std::nullopt;
  if (const auto payload = status.GetPayload(kReasonPayload)) {
    return ReasonFromName(std::string(*payload));
  }
  for (const ReasonEntry& entry : kReasons) {
    if (entry.code == status.code()) return entry.reason;
  }
  return Reason::kInternal;
}

std::string_view MessageOf(const absl::Status& status) {
  return {status.message().data(), status.message().size()};
}

absl::Status Annotate(const absl::Status& status, std::string_view context) {
  if (status.ok()) return status;
  absl::Status annotated(status.code(), fmt::format("{}: {}", context, MessageOf(status)));
  status.ForEachPayload(
      [&annotated](auto url, const absl::Cord& payload) { annotated.SetPayload(url, payload); });
  return annotated;
}

}  // namespace roofline
