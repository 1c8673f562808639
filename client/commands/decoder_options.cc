#include "client/commands/decoder_options.h"

#include <map>
#include <string>

#include "client/commands/one_of.h"
#include "client/commands/whole_number.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

const std::map<std::string, v1::DecoderPhase> kPhases = {{"prefill", v1::DECODER_PHASE_PREFILL},
                                                         {"decode", v1::DECODER_PHASE_DECODE}};

}  // namespace

void AddDecoderOptions(CLI::App& command, DecoderArguments& arguments) {
  command
      .add_option(
          "--phase", arguments.phase,
          "of a decoder with past keys and values: prefill (reads --prompt tokens) or decode "
          "(makes one token after --context cached ones)")
      ->transform(OneOf(kPhases))
      ->option_text("PHASE");
  command.add_option("--prompt", arguments.prompt, "tokens that prefill reads, of each sequence")
      ->check(WholeNumber(1))
      ->option_text("N");
  command
      .add_option("--context", arguments.context,
                  "tokens cached before: of decode, or before the prompt (default 0)")
      ->check(WholeNumber(0))
      ->option_text("N");
}

absl::Status FillDecoder(const DecoderArguments& arguments, v1::PredictRequest& request) {
  const bool prefill = arguments.phase == v1::DECODER_PHASE_PREFILL;
  if (arguments.phase == v1::DECODER_PHASE_UNSPECIFIED) {
    if (!arguments.prompt && !arguments.context) return absl::OkStatus();
    return Error(Reason::kInvalidArgument,
                 "--prompt and --context need --phase prefill or --phase decode");
  }
  if (prefill && !arguments.prompt)
    return Error(Reason::kInvalidArgument, "--phase prefill needs --prompt N");
  if (!prefill && arguments.prompt)
    return Error(Reason::kInvalidArgument, "--phase decode makes one token: leave out --prompt");
  if (!prefill && !arguments.context)
    return Error(Reason::kInvalidArgument, "--phase decode needs --context N");
  v1::DecoderRun& run = *request.mutable_decoder();
  run.set_phase(arguments.phase);
  run.set_tokens(prefill ? *arguments.prompt : 1);
  run.set_past(arguments.context.value_or(0));
  return absl::OkStatus();
}

}  // namespace roofline
