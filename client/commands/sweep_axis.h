#ifndef ROOFLINE_CLIENT_COMMANDS_SWEEP_AXIS_H_
#define ROOFLINE_CLIENT_COMMANDS_SWEEP_AXIS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "roofline/v1/sweep.pb.h"

namespace roofline {

// Whether NAME=VALUE gives several values.
bool IsSweepAxis(std::string_view text);

// "batch=1..64*2" (1, 2, 4 ... 64), "length=128..1024+128", "batch=1..8" (steps of 1) or
// "batch=1,8,32". The end of a range belongs to it where a step meets it. kInvalidArgument with the
// text and these forms; kLimitExceeded for more values than a sweep has points.
absl::StatusOr<v1::SweepAxis> ParseSweepAxis(const std::string& text);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_SWEEP_AXIS_H_
