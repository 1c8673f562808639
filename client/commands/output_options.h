#ifndef ROOFLINE_CLIENT_COMMANDS_OUTPUT_OPTIONS_H_
#define ROOFLINE_CLIENT_COMMANDS_OUTPUT_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "client/render/render_report.h"

namespace roofline {

// --device A,B, required: catalog ids or YAML files.
void AddDeviceOption(CLI::App& command, std::vector<std::string>& devices);

// --format text|markdown|csv|json.
void AddFormatOption(CLI::App& command, OutputFormat& format);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_OUTPUT_OPTIONS_H_
