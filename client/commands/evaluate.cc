#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "client/backend.h"
#include "client/commands/command.h"
#include "client/commands/output_options.h"
#include "client/commands/predict_request.h"
#include "client/commands/scenario_options.h"
#include "client/commands/whole_number.h"
#include "client/render/evaluation_render.h"
#include "costmodel/error.h"
#include "costmodel/measurement/read_measured.h"
#include "server/convert/measured_run.h"

namespace roofline {
namespace {

struct EvaluateFlags {
  PredictArguments what;
  std::vector<std::string> measured;
  int64_t inferences = 0;
  OutputFormat format = OutputFormat::kText;
  TableSelection selection;
  std::string server;
};

// The files of --measured and the number of --latency; one of them must be there.
absl::StatusOr<MeasuredRun> ReadRun(const EvaluateFlags& flags, const v1::PredictRequest& request) {
  MeasuredRun run;
  if (!flags.measured.empty()) {
    ASSIGN_OR_RETURN(run, ReadMeasuredFiles(flags.measured, {.inferences = flags.inferences}));
  } else if (!request.has_measured_latency_seconds()) {
    return Error(Reason::kInvalidArgument,
                 "nothing measured: give --measured FILE or --latency TIME");
  } else {
    run.format = "latency";
    run.file = flags.what.latency;
  }
  if (request.has_measured_latency_seconds())
    run.latency_median = Seconds(request.measured_latency_seconds());
  return run;
}

absl::Status RunEvaluate(const EvaluateFlags& flags, std::string& out) {
  v1::EvaluateRequest request;
  ASSIGN_OR_RETURN(*request.mutable_base(), MakePredictRequest(flags.what));
  ASSIGN_OR_RETURN(const MeasuredRun run, ReadRun(flags, request.base()));
  request.mutable_base()->clear_measured_latency_seconds();
  *request.mutable_run() = MeasuredRunToProto(run);
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  ASSIGN_OR_RETURN(const v1::EvaluateResponse response, backend->Evaluate(request));
  const CellFormat cells{.plain = flags.format == OutputFormat::kCsv};
  ASSIGN_OR_RETURN(out,
                   RenderEvaluation(response.evaluation(), flags.format, cells, flags.selection));
  return absl::OkStatus();
}

void AddRunOptions(CLI::App& command, EvaluateFlags& flags) {
  command
      .add_option("--measured", flags.measured,
                  "profile of the run: ONNX Runtime, TensorRT, OpenVINO, perf stat, nvprof, ncu, "
                  "CSV; several files of one run are joined")
      ->type_name("FILE");
  command
      .add_option("--inferences", flags.inferences,
                  "inferences behind totals of a whole process (perf stat, nvprof, ncu)")
      ->check(WholeNumber(1))
      ->type_name("N");
  command.add_option("--latency", flags.what.latency, "measured end to end, e.g. 2.41957ms")
      ->type_name("TIME");
  AddFormatOption(command, flags.format);
  command.add_option("--columns", flags.selection.columns, "columns of the table")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--top", flags.selection.top, "only the first N rows (default 10)")
      ->check(WholeNumber(1));
  command.add_option("--sort", flags.selection.sort,
                     "column to sort by, largest first (default: unexplained_seconds)");
}

}  // namespace

void AddEvaluateCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "evaluate", "how close a measured run came to the device, layer by layer");
  const auto flags = std::make_shared<EvaluateFlags>();
  AddModelOptions(command, flags->what.model);
  AddScenarioOptions(command, flags->what.scenario);
  AddDecoderOptions(command, flags->what.decoder);
  command.add_option("--device", flags->what.devices, "the device it ran on: id or YAML file")
      ->required()
      ->allow_extra_args(false);
  AddRunOptions(command, *flags);
  AddServerOption(command, flags->server);
  command.callback([flags, &action] {
    action = [flags](std::string& out) { return RunEvaluate(*flags, out); };
  });
}

}  // namespace roofline
