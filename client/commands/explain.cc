#include <memory>
#include <string>

#include "client/backend.h"
#include "client/commands/command.h"
#include "client/commands/output_options.h"
#include "client/commands/predict_request.h"
#include "client/commands/scenario_options.h"
#include "client/render/explanation.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

struct ExplainFlags {
  PredictArguments what;
  std::string layer;
  std::string server;
};

absl::Status RunExplain(const ExplainFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const v1::PredictRequest request, MakePredictRequest(flags.what));
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  ASSIGN_OR_RETURN(const v1::PredictResponse response, backend->Predict(request));
  ASSIGN_OR_RETURN(out, ExplainLayer(response.report(), flags.layer));
  return absl::OkStatus();
}

}  // namespace

void AddExplainCommand(CLI::App& app, Action& action) {
  CLI::App& command =
      *app.add_subcommand("explain", "every number of one layer, down to formula and source");
  const auto flags = std::make_shared<ExplainFlags>();
  AddModelOptions(command, flags->what.model);
  AddScenarioOptions(command, flags->what.scenario);
  AddDecoderOptions(command, flags->what.decoder);
  command.add_option("--layer", flags->layer, "name of the layer, or how it ends")->required();
  AddDeviceOption(command, flags->what.devices);
  AddServerOption(command, flags->server);
  command.callback(
      [flags, &action] { action = [flags](std::string& out) { return RunExplain(*flags, out); }; });
}

}  // namespace roofline
