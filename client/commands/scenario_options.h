#ifndef ROOFLINE_CLIENT_COMMANDS_SCENARIO_OPTIONS_H_
#define ROOFLINE_CLIENT_COMMANDS_SCENARIO_OPTIONS_H_

#include <CLI/CLI.hpp>

#include "roofline/v1/scenario.pb.h"

namespace roofline {

// Adds --fusion, --precision, --weights, --memory, --threads and --host-transfer to a command that
// predicts times; what is typed is stored in `scenario`, which must outlive the parsing.
void AddScenarioOptions(CLI::App& command, v1::Scenario& scenario);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_SCENARIO_OPTIONS_H_
