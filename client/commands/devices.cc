#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>

#include "client/commands/command.h"
#include "client/commands/device_commands.h"
#include "client/commands/one_of.h"

namespace roofline {
namespace {

using Run = absl::Status (*)(const DeviceFlags& flags, std::string& out);

CLI::App& AddAction(CLI::App& parent, const char* name, const char* help, Run run,
                    const std::shared_ptr<DeviceFlags>& flags, Action& action) {
  CLI::App& command = *parent.add_subcommand(name, help);
  command.fallthrough();  // -o belongs to the parent
  command.callback([flags, run, &action] {
    action = [flags, run](std::string& out) { return run(*flags, out); };
  });
  return command;
}

void AddFormatOption(CLI::App& command, DeviceFormat& format) {
  static const std::map<std::string, DeviceFormat> kFormats = {
      {"table", DeviceFormat::kTable},
      {"text", DeviceFormat::kTable},
      {"markdown", DeviceFormat::kMarkdown},
      {"csv", DeviceFormat::kCsv},
      {"json", DeviceFormat::kJson}};
  command.add_option("--format", format, "table (default), markdown, csv, json")
      ->transform(OneOf(kFormats))
      ->option_text("FORMAT");
}

void AddListOptions(CLI::App& list, DeviceFlags& flags, const char* order) {
  list.add_option("--filter", flags.filter,
                  "only these, e.g. 'vendor = \"NVIDIA\" and peak.fp32 >= 10 TFLOPS and not "
                  "memory.bandwidth < 400 GB/s'; a bare word must appear in a name")
      ->type_name("CONDITION");
  list.add_option(
          "--sort", flags.sort,
          fmt::format("fields to sort by, e.g. 'memory.bandwidth desc, name' (default: {})", order))
      ->type_name("FIELDS");
  AddFormatOption(list, flags.format);
  AddServerOption(list, flags.server);
}

void AddListCommands(CLI::App& parent, const std::shared_ptr<DeviceFlags>& flags, Action& action) {
  CLI::App& list = AddAction(parent, "list", "every device with its peaks and bandwidth",
                             &ListDevices, flags, action);
  list.add_option("--search", flags->search, "only those called like this; typos are forgiven")
      ->type_name("TEXT")
      ->expected(1);
  AddListOptions(list, *flags, "id; with --search the best match");
  CLI::App& search = AddAction(parent, "search", "devices called like this; typos are forgiven",
                               &SearchDevices, flags, action);
  search.add_option("TEXT", flags->search, "part of an id, a name or an alias")->required();
  AddListOptions(search, *flags, "the best match");
}

void AddShowCommands(CLI::App& parent, const std::shared_ptr<DeviceFlags>& flags, Action& action) {
  CLI::App& show = AddAction(parent, "show", "one device: every number with its source",
                             &ShowDevice, flags, action);
  show.add_option("ID", flags->devices, "id, alias or name of a device, or a YAML file")
      ->required()
      ->expected(1);
  AddFormatOption(show, flags->format);
  AddServerOption(show, flags->server);
  CLI::App& compare = AddAction(parent, "compare", "devices side by side, with ratios to the first",
                                &CompareDevices, flags, action);
  compare.add_option("ID", flags->devices, "two devices or more: ids, names or YAML files")
      ->required()
      ->expected(2, 16);
  AddFormatOption(compare, flags->format);
  AddServerOption(compare, flags->server);
}

}  // namespace

void AddDevicesCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("devices", "the device catalog");
  command.require_subcommand(1);
  const auto flags = std::make_shared<DeviceFlags>();
  AddListCommands(command, flags, action);
  AddShowCommands(command, flags, action);
  CLI::App& validate =
      AddAction(command, "validate", "all that is wrong with profiles, by file, line and key",
                &ValidateDevices, flags, action);
  validate.add_option("PATH", flags->paths, "YAML files or folders of them (default: the catalog)");
  CLI::App& detect =
      AddAction(command, "detect", "measure this machine for some seconds and write its profile",
                &DetectDevice, flags, action);
  detect.add_option("--id", flags->detected_id, "id of the profile (default: this-machine)");
}

}  // namespace roofline
