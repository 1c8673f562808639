#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/one_of.h"
#include "client/render/operator_list.h"
#include "costmodel/error.h"
#include "costmodel/operators/operator_list.h"

namespace roofline {
namespace {

enum class OpsFormat { kText, kJson, kMarkdown };

const std::map<std::string, OpsFormat> kOpsFormats = {
    {"text", OpsFormat::kText}, {"json", OpsFormat::kJson}, {"markdown", OpsFormat::kMarkdown}};

struct OpsFlags {
  OperatorQuery query;
  OpsFormat format = OpsFormat::kText;
};

absl::Status RunOps(const OpsFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::vector<OperatorEntry> entries, ListOperators(flags.query));
  switch (flags.format) {
    case OpsFormat::kText:
      out = OperatorListText(entries);
      break;
    case OpsFormat::kJson:
      out = OperatorListJson(entries);
      break;
    case OpsFormat::kMarkdown:
      out = OperatorListMarkdown(entries);
      break;
  }
  return absl::OkStatus();
}

}  // namespace

void AddOpsCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "ops", "the operators this program knows: versions, formula, and how exact it is");
  const auto flags = std::make_shared<OpsFlags>();
  command.add_option("ops", flags->query.ops, "only these: Conv, com.microsoft.Gelu ...")
      ->option_text("[OP...]");
  command
      .add_option("--domain", flags->query.domain, "only this domain: ai.onnx, com.microsoft ...")
      ->option_text("DOMAIN");
  command.add_option("--format", flags->format, "text (default), json or markdown")
      ->transform(OneOf(kOpsFormats))
      ->option_text("FORMAT");
  command.callback(
      [flags, &action] { action = [flags](std::string& out) { return RunOps(*flags, out); }; });
}

}  // namespace roofline
