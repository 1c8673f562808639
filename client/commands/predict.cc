#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/backend.h"
#include "client/commands/command.h"
#include "client/commands/one_of.h"
#include "client/commands/output_options.h"
#include "client/commands/predict_request.h"
#include "client/commands/scenario_options.h"
#include "client/commands/whole_number.h"
#include "client/render/render_report.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

struct PredictFlags {
  PredictArguments what;
  RenderOptions how;
  std::string server;
};

const std::map<std::string, ReportView> kViews = {{"summary", ReportView::kSummary},
                                                  {"layers", ReportView::kLayers},
                                                  {"kernels", ReportView::kKernels},
                                                  {"operators", ReportView::kOperators}};
const std::map<std::string, UnitPrefix> kUnits = {
    {"none", UnitPrefix::kNone}, {"K", UnitPrefix::kKilo}, {"M", UnitPrefix::kMega},
    {"G", UnitPrefix::kGiga},    {"T", UnitPrefix::kTera}, {"auto", UnitPrefix::kAuto}};

void AddPredictOptions(CLI::App& command, PredictArguments& what) {
  AddModelOptions(command, what.model);
  AddScenarioOptions(command, what.scenario);
  AddDecoderOptions(command, what.decoder);
  AddDeviceOption(command, what.devices);
  command.add_flag("--strict", what.strict, "refuse a model of which any layer's work is unknown");
  command.add_option("--convention", what.convention,
                     "how FLOPs and bytes are counted: flops (default), macs, chainer, "
                     "chainer-nofma, ... or a YAML file");
  command
      .add_option("--latency", what.latency, "a measured latency to compare with, e.g. 30.656ms")
      ->type_name("TIME");
}

void AddOutputOptions(CLI::App& command, RenderOptions& how) {
  command
      .add_option("--view", how.view, "what to show: summary (default), layers, kernels, operators")
      ->transform(OneOf(kViews))
      ->option_text("VIEW");
  AddFormatOption(command, how.format);
  command
      .add_option("--unit", how.cells.prefix,
                  "prefix of counts and bytes: none, K, M, G, T, auto (default)")
      ->transform(OneOf(kUnits))
      ->option_text("UNIT");
  command
      .add_option("--digits", how.cells.digits,
                  "digits after the decimal point, 0 to 10 (default 3)")
      ->check(CLI::Range(0, 10));
  command
      .add_option("--columns", how.selection.columns,
                  "columns of the layer, kernel or operator table")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--top", how.selection.top, "only the first N rows")->check(WholeNumber(1));
  command.add_option("--sort", how.selection.sort,
                     "column to sort by, largest first (default: execution order)");
}

// JSON and the tables of layers and kernels show all there is.
bool ShowsOnlyTotals(const RenderOptions& how) {
  return how.format != OutputFormat::kJson &&
         (how.view == ReportView::kSummary || how.view == ReportView::kOperators);
}

absl::Status RunPredict(const PredictFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(v1::PredictRequest request, MakePredictRequest(flags.what));
  if (ShowsOnlyTotals(flags.how)) request.set_detail(v1::REPORT_DETAIL_TOTALS);
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  ASSIGN_OR_RETURN(const v1::PredictResponse response, backend->Predict(request));
  ASSIGN_OR_RETURN(out, RenderReport(response.report(), flags.how));
  return absl::OkStatus();
}

}  // namespace

void AddPredictCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("predict", "how long a model takes on devices, and why");
  const auto flags = std::make_shared<PredictFlags>();
  AddPredictOptions(command, flags->what);
  AddOutputOptions(command, flags->how);
  AddServerOption(command, flags->server);
  command.callback([flags, &command, &action] {
    const bool scaled = command.count("--unit") > 0 || command.count("--digits") > 0;
    flags->how.cells.plain = flags->how.format == OutputFormat::kCsv && !scaled;
    action = [flags](std::string& out) { return RunPredict(*flags, out); };
  });
}

}  // namespace roofline
