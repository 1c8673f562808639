#ifndef ROOFLINE_SERVER_ERRORS_H_
#define ROOFLINE_SERVER_ERRORS_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/status.h>

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace roofline {

// ErrorInfo.domain of every error of the service.
inline constexpr std::string_view kErrorDomain = "roofline";

// `status` with a google.rpc message (BadRequest, ResourceInfo, RetryInfo) for the caller's
// program. An ok status stays ok.
absl::Status WithDetail(const absl::Status& status, const google::protobuf::Message& detail);

// A BadRequest detail: which field of the request is wrong. An ok status stays ok.
absl::Status WithField(const absl::Status& status, std::string_view field);

// What goes over the wire: the code, the message (cut to kMaxErrorMessageBytes) and a
// google.rpc.Status whose first detail is an ErrorInfo with the name of the reason.
grpc::Status ToGrpcStatus(const absl::Status& status);

// The same error at the other end. For a status that is not of this service (a proxy, gRPC itself)
// the reason is the nearest to its code.
absl::Status FromGrpcStatus(const grpc::Status& status);

// `text`, or as much of its front as fits into `max_bytes` with "..." at the end, never ending
// within a UTF-8 character.
std::string CutText(std::string_view text, size_t max_bytes);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_ERRORS_H_
