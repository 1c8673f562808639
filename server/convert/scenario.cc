#include "server/convert/scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/nearest.h"

namespace roofline {
namespace {

absl::StatusOr<std::optional<Precision>> PrecisionFromProto(const std::string& name,
                                                            std::string_view what) {
  if (name.empty()) return std::optional<Precision>();
  if (const auto precision = PrecisionFromName(name)) return precision;
  std::vector<std::string> known;
  known.reserve(std::size(kAllPrecisions));
  for (const Precision precision : kAllPrecisions) known.emplace_back(PrecisionName(precision));
  return Error(Reason::kInvalidArgument,
               fmt::format("{}: '{}' is none of {}{}", what, name.substr(0, 40),
                           fmt::join(known, ", "), DidYouMean(name, known)));
}

}  // namespace

absl::StatusOr<Scenario> ScenarioFromProto(const v1::Scenario& proto) {
  Scenario scenario;
  if (proto.fusion() == v1::FUSION_NONE) scenario.fusion = Fusion::kNone;
  ASSIGN_OR_RETURN(scenario.precision, PrecisionFromProto(proto.precision(), "precision"));
  ASSIGN_OR_RETURN(scenario.weights, PrecisionFromProto(proto.weights(), "weights"));
  if (proto.memory() == v1::MEMORY_STATE_COLD) scenario.memory = MemoryState::kCold;
  scenario.caches = proto.memory() != v1::MEMORY_STATE_DRAM;
  if (proto.has_threads()) {
    if (proto.threads() < 1)
      return Error(Reason::kInvalidArgument,
                   fmt::format("threads: expected 1 or more, found {}", proto.threads()));
    scenario.threads = proto.threads();
  }
  scenario.host_transfer = proto.host_transfer();
  scenario.channels_last = proto.channels_last();
  return scenario;
}

std::optional<DecoderRun> DecoderRunFromProto(const v1::DecoderRun& proto) {
  switch (proto.phase()) {
    case v1::DECODER_PHASE_PREFILL:
      return DecoderRun{DecoderPhase::kPrefill, proto.tokens(), proto.past()};
    case v1::DECODER_PHASE_DECODE:
      return DecoderRun{DecoderPhase::kDecode, proto.tokens(), proto.past()};
    default:
      return std::nullopt;
  }
}

v1::Scenario ScenarioToProto(const Scenario& scenario) {
  v1::Scenario proto;
  proto.set_fusion(scenario.fusion == Fusion::kNone ? v1::FUSION_NONE : v1::FUSION_RUNTIME);
  if (scenario.precision) proto.set_precision(std::string(PrecisionName(*scenario.precision)));
  if (scenario.weights) proto.set_weights(std::string(PrecisionName(*scenario.weights)));
  if (!scenario.caches) {
    proto.set_memory(v1::MEMORY_STATE_DRAM);
  } else {
    proto.set_memory(scenario.memory == MemoryState::kCold ? v1::MEMORY_STATE_COLD
                                                           : v1::MEMORY_STATE_WARM);
  }
  if (scenario.threads) proto.set_threads(*scenario.threads);
  proto.set_host_transfer(scenario.host_transfer);
  proto.set_channels_last(scenario.channels_last);
  return proto;
}

}  // namespace roofline
