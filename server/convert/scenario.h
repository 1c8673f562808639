#ifndef ROOFLINE_SERVER_CONVERT_SCENARIO_H_
#define ROOFLINE_SERVER_CONVERT_SCENARIO_H_

#include <optional>

#include "absl/status/statusor.h"
#include "costmodel/analysis/decoder.h"
#include "costmodel/prediction/scenario.h"
#include "roofline/v1/scenario.pb.h"

namespace roofline {

// kInvalidArgument for a format that is none, or a number of threads below one.
absl::StatusOr<Scenario> ScenarioFromProto(const v1::Scenario& proto);

// nullopt without a phase. Token counts are checked where they are used.
std::optional<DecoderRun> DecoderRunFromProto(const v1::DecoderRun& proto);

v1::Scenario ScenarioToProto(const Scenario& scenario);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_SCENARIO_H_
