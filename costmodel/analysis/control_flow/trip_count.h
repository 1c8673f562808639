#ifndef ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_TRIP_COUNT_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_TRIP_COUNT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "costmodel/analysis/control_flow/control_flow.h"

namespace roofline {

// The trip count that the user gives for a node (InferOptions::loop_trips), by its name or by its
// name with its scope.
std::optional<int64_t> GivenTrips(const ControlFlowNode& flow);

// The kUnresolvedValue error for a trip count that nothing tells: names the node and the option.
absl::Status UnknownTrips(const ControlFlowNode& flow, std::string_view why);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_CONTROL_FLOW_TRIP_COUNT_H_
