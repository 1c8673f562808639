#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "client/commands/command.h"
#include "client/exit_code.h"
#include "client/output_file.h"
#include "costmodel/error.h"
#include "server/usage.h"
#include "server/version.h"

namespace roofline {
namespace {

absl::Status WriteOutput(const std::string& text, const std::string& path) {
  if (!path.empty()) return WriteFile(path, text);
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? absl::OkStatus() : Error(Reason::kIoError, "standard output is closed or full");
}

// A reason is one line of plain characters, whatever the names in a model are made of.
std::string OneLine(std::string_view text) {
  constexpr char kDelete = 0x7f;
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == kDelete; }, '?');
  return line;
}

int Finish(const absl::Status& status) {
  if (!status.ok()) fmt::print(stderr, "roofline: {}\n", OneLine(MessageOf(status)));
  return static_cast<int>(ExitCodeFor(status));
}

int Main(int argc, char** argv) {
  CLI::App app("roofline: how long a neural network takes on hardware you do not have, and why",
               "roofline");
  app.set_version_flag("--version", fmt::format("roofline {}", Version()));
  app.require_subcommand(1);
  app.failure_message(&UsageMessage);
  std::string output;
  Action action;
  AddPredictCommand(app, action);
  AddShapesCommand(app, action);
  AddExplainCommand(app, action);
  AddSweepCommand(app, action);
  AddEvaluateCommand(app, action);
  AddCalibrateCommand(app, action);
  AddDevicesCommand(app, action);
  AddOpsCommand(app, action);
  AddHealthCommand(app, action);
  for (CLI::App* command : app.get_subcommands({})) {
    command->add_option("-o,--output", output, "write to this file instead of standard output")
        ->type_name("FILE");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    app.exit(error);
    return static_cast<int>(asked ? ExitCode::kOk : ExitCode::kUsage);
  }
  if (!output.empty()) {
    if (const absl::Status writable = CheckWritable(output); !writable.ok())
      return Finish(writable);
  }
  std::string text;
  absl::Status status = action(text);
  // A command that fails may still have found something to show.
  if (status.ok() || !text.empty()) status.Update(WriteOutput(text, output));
  return Finish(status);
}

}  // namespace
}  // namespace roofline

int main(int argc, char** argv) { return roofline::Main(argc, argv); }
