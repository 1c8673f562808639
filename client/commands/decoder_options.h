#ifndef ROOFLINE_CLIENT_COMMANDS_DECODER_OPTIONS_H_
#define ROOFLINE_CLIENT_COMMANDS_DECODER_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {

// Options of a language model with past keys and values, as typed.
struct DecoderArguments {
  v1::DecoderPhase phase = v1::DECODER_PHASE_UNSPECIFIED;
  std::optional<int64_t> prompt;
  std::optional<int64_t> context;
};

// Adds --phase, --prompt and --context.
void AddDecoderOptions(CLI::App& command, DecoderArguments& arguments);

// Puts them into the request. kInvalidArgument where a number lacks, belongs to the
// other phase, or is too small.
absl::Status FillDecoder(const DecoderArguments& arguments, v1::PredictRequest& request);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_DECODER_OPTIONS_H_
