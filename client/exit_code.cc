#include "client/exit_code.h"

#include "costmodel/error.h"

namespace roofline {

ExitCode ExitCodeFor(const absl::Status& status) {
  if (status.ok()) return ExitCode::kOk;
  switch (*ReasonOf(status)) {
    case Reason::kInvalidArgument:
    case Reason::kUnknownConvention:
      return ExitCode::kUsage;
    case Reason::kUnavailable:
    case Reason::kDeadlineExceeded:
    case Reason::kOverloaded:
    case Reason::kCancelled:
      return ExitCode::kUnreachable;
    default:
      return ExitCode::kRejected;
  }
}

}  // namespace roofline
