#include "client/commands/output_options.h"

#include <map>

#include "client/commands/one_of.h"

namespace roofline {

void AddDeviceOption(CLI::App& command, std::vector<std::string>& devices) {
  command.add_option("--device", devices, "device ids or YAML files, separated by commas")
      ->required()
      ->allow_extra_args(false);  // the word after it is the model
}

void AddFormatOption(CLI::App& command, OutputFormat& format) {
  static const std::map<std::string, OutputFormat> kFormats = {
      {"text", OutputFormat::kText},
      {"markdown", OutputFormat::kMarkdown},
      {"csv", OutputFormat::kCsv},
      {"json", OutputFormat::kJson}};
  command.add_option("--format", format, "text (default), markdown, csv, json (always everything)")
      ->transform(OneOf(kFormats))
      ->option_text("FORMAT");
}

}  // namespace roofline
