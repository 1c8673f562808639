#include "costmodel/analysis/control_flow/trip_count.h"

#include <fmt/format.h>

#include <string>

#include "costmodel/analysis/node_name.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

std::string_view ShortName(const ControlFlowNode& flow) {
  return NameOf(flow.interpreter.model().graph(flow.run.graph), flow.node);
}

}  // namespace

std::optional<int64_t> GivenTrips(const ControlFlowNode& flow) {
  const std::string name(ShortName(flow));
  for (const std::string& key : {fmt::format("{}/{}", flow.run.scope, name), name}) {
    const auto given = flow.interpreter.options().loop_trips.find(key);
    if (given == flow.interpreter.options().loop_trips.end()) continue;
    flow.interpreter.result().used_loop_trips.insert(key);
    return given->second;
  }
  return std::nullopt;
}

absl::Status UnknownTrips(const ControlFlowNode& flow, std::string_view why) {
  return Error(Reason::kUnresolvedValue,
               fmt::format("{}: how often its body runs is not known before the run ({}); give it "
                           "with --loop-trips {}=N",
                           flow.view.Describe(), why, ShortName(flow)));
}

}  // namespace roofline
