#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/backend.h"
#include "client/commands/command.h"
#include "client/commands/output_options.h"
#include "client/commands/predict_request.h"
#include "client/commands/scenario_options.h"
#include "client/commands/sweep_axis.h"
#include "client/render/sweep_render.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

struct SweepFlags {
  PredictArguments what;
  OutputFormat format = OutputFormat::kText;
  std::string server;
};

// Dimensions with several values become axes, the others stay bound.
absl::Status TakeAxes(std::vector<std::string>& dims, v1::SweepRequest& request) {
  std::vector<std::string> fixed;
  for (std::string& text : dims) {
    if (!IsSweepAxis(text)) {
      fixed.push_back(std::move(text));
      continue;
    }
    ASSIGN_OR_RETURN(*request.add_axes(), ParseSweepAxis(text));
  }
  dims = std::move(fixed);
  if (!request.axes().empty()) return absl::OkStatus();
  return Error(Reason::kInvalidArgument,
               "nothing to sweep: give a dimension several values, e.g. --dim batch=1..64*2");
}

absl::Status RunSweep(SweepFlags flags, std::string& out) {
  v1::SweepRequest request;
  RETURN_IF_ERROR(TakeAxes(flags.what.model.dims, request));
  ASSIGN_OR_RETURN(*request.mutable_base(), MakePredictRequest(flags.what));
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  SweepResult sweep;
  for (const v1::SweepAxis& axis : request.axes()) sweep.axes.push_back(axis.name());
  RETURN_IF_ERROR(backend->Sweep(request, [&](const v1::SweepResponse& response) {
    sweep.points.insert(sweep.points.end(), response.points().begin(), response.points().end());
    return absl::OkStatus();
  }));
  for (const v1::SweepTime& time : sweep.points.front().times())
    sweep.devices.push_back(time.device());
  const CellFormat cells{.plain = flags.format == OutputFormat::kCsv};
  out = RenderSweep(sweep, flags.format, cells);
  return absl::OkStatus();
}

}  // namespace

void AddSweepCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "sweep", "times over ranges of dimensions: --dim batch=1..256*2, --dim length=64,128");
  const auto flags = std::make_shared<SweepFlags>();
  AddModelOptions(command, flags->what.model);
  AddScenarioOptions(command, flags->what.scenario);
  AddDecoderOptions(command, flags->what.decoder);
  AddDeviceOption(command, flags->what.devices);
  AddFormatOption(command, flags->format);
  AddServerOption(command, flags->server);
  command.callback(
      [flags, &action] { action = [flags](std::string& out) { return RunSweep(*flags, out); }; });
}

}  // namespace roofline
