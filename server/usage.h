#ifndef ROOFLINE_SERVER_USAGE_H_
#define ROOFLINE_SERVER_USAGE_H_

#include <CLI/CLI.hpp>
#include <string>

namespace roofline {

// What is wrong with a command line of the client or the server, in one line: the word that no
// command or option has, with the nearest that there are, before what is missing because of it.
std::string UsageMessage(const CLI::App* app, const CLI::Error& error);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_USAGE_H_
