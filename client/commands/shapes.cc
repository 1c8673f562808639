#include <map>
#include <memory>
#include <string>

#include "client/backend.h"
#include "client/commands/command.h"
#include "client/commands/model_options.h"
#include "client/commands/one_of.h"
#include "client/render/inferred_shapes.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

enum class ShapesFormat { kText, kJson };

const std::map<std::string, ShapesFormat> kShapesFormats = {{"text", ShapesFormat::kText},
                                                            {"json", ShapesFormat::kJson}};

struct ShapesFlags {
  ModelArguments model;
  ShapesFormat format = ShapesFormat::kText;
  std::string server;
};

absl::Status RunShapes(const ShapesFlags& flags, std::string& out) {
  v1::InferShapesRequest request;
  RETURN_IF_ERROR(FillModel(flags.model, request));
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  ASSIGN_OR_RETURN(const v1::InferShapesResponse response, backend->InferShapes(request));
  out = flags.format == ShapesFormat::kJson ? InferredShapesJson(response)
                                            : InferredShapesText(response);
  return absl::OkStatus();
}

}  // namespace

void AddShapesCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "shapes", "type and shape of every tensor of a model, once its inputs are given");
  const auto flags = std::make_shared<ShapesFlags>();
  AddModelOptions(command, flags->model);
  command.add_option("--format", flags->format, "text (default) or json")
      ->transform(OneOf(kShapesFormats))
      ->option_text("FORMAT");
  AddServerOption(command, flags->server);
  command.callback(
      [flags, &action] { action = [flags](std::string& out) { return RunShapes(*flags, out); }; });
}

}  // namespace roofline
