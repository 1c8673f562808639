#ifndef ROOFLINE_CLIENT_EXIT_CODE_H_
#define ROOFLINE_CLIENT_EXIT_CODE_H_

#include "absl/status/status.h"

namespace roofline {

// What the process ends with; documented in the README, relied on by scripts.
enum class ExitCode : int {
  kOk = 0,
  kGateFailed = 1,
  kUsage = 2,
  kUnreachable = 3,
  kRejected = 4,
};

// kUsage for a mistake in the options, kUnreachable when there is no server or it gave no answer in
// time, kRejected for a model, profile or binding that cannot be predicted.
ExitCode ExitCodeFor(const absl::Status& status);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_EXIT_CODE_H_
