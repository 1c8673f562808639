#ifndef ROOFLINE_CLIENT_COMMANDS_COMMAND_H_
#define ROOFLINE_CLIENT_COMMANDS_COMMAND_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "absl/status/status.h"

namespace roofline {

// What a subcommand does once its options are parsed: writes its data to `out` and returns an
// error, if any.
using Action = std::function<absl::Status(std::string& out)>;

// Each adds a subcommand to `app` and stores its action in `action` when it is the one called.
void AddPredictCommand(CLI::App& app, Action& action);
void AddExplainCommand(CLI::App& app, Action& action);
void AddSweepCommand(CLI::App& app, Action& action);
void AddEvaluateCommand(CLI::App& app, Action& action);
void AddCalibrateCommand(CLI::App& app, Action& action);
void AddDevicesCommand(CLI::App& app, Action& action);
void AddShapesCommand(CLI::App& app, Action& action);
void AddOpsCommand(CLI::App& app, Action& action);
void AddHealthCommand(CLI::App& app, Action& action);

// --server HOST:PORT, the same words everywhere.
void AddServerOption(CLI::App& command, std::string& server);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_COMMAND_H_
