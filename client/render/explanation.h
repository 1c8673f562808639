#ifndef ROOFLINE_CLIENT_RENDER_EXPLANATION_H_
#define ROOFLINE_CLIENT_RENDER_EXPLANATION_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// Every number of one layer of a report, written out for each device: shapes, formula and counts,
// the kernel it runs in, bytes per operand and level, rates, efficiencies with their source, and
// the arithmetic down to the expected time. `layer` is a name of the report, or the end of one that
// no other ends with. kInvalidArgument with the nearest names, or those of
// which it is the end.
absl::StatusOr<std::string> ExplainLayer(const v1::Report& report, std::string_view layer);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_EXPLANATION_H_
