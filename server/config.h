#ifndef ROOFLINE_SERVER_CONFIG_H_
#define ROOFLINE_SERVER_CONFIG_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/limits.h"

namespace roofline {

struct ServerConfig {
  std::string listen = "127.0.0.1:50051";  // HOST:PORT; port 0 takes a free one
  bool insecure = false;                   // allows plaintext beyond the loopback interface
  std::string data_dir;            // with devices/ and conventions/; empty: the installed one
  std::vector<std::string> rules;  // files of custom rules for every request
  int workers = 0;                 // threads that predict; 0: one per core
  ServerLimits limits;
};

// The outcome of reading a command line: either run, or print `output` and leave with `exit_code`.
struct ParsedCommandLine {
  bool run = false;
  int exit_code = 0;
  std::string output;
  ServerConfig config;
};
ParsedCommandLine ParseCommandLine(int argc, const char* const* argv);

// kInvalidArgument when `listen` is not HOST:PORT, or would offer plaintext beyond the loopback
// interface without `insecure`.
absl::Status CheckConfig(const ServerConfig& config);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONFIG_H_
