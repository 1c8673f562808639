#include "server/config.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "costmodel/error.h"
#include "server/address.h"
#include "server/usage.h"
#include "server/version.h"

namespace roofline {
namespace {

void AddOptions(CLI::App& app, ServerConfig& config, int64_t& drain_seconds) {
  ServerLimits& limits = config.limits;
  app.add_option("--listen", config.listen, "HOST:PORT to listen on; port 0 takes a free one")
      ->capture_default_str();
  app.add_flag("--insecure", config.insecure,
               "listen beyond the loopback interface although the traffic is plaintext");
  app.add_option("--data-dir", config.data_dir,
                 "folder with devices/ and conventions/ (default: the installed one)");
  app.add_option("--rules", config.rules,
                 "YAML file with rules for operators of your own, for every request; those that a "
                 "request brings go before")
      ->type_name("FILE");
  app.add_option("--workers", config.workers, "threads that predict; 0 means one per core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_option("--max-message-bytes", limits.max_message_bytes, "size limit of one request")
      ->check(CLI::Range(int64_t{1} << 10, int64_t{2000} << 20))
      ->capture_default_str();
  app.add_option("--max-queued-calls", limits.max_queued_calls,
                 "calls that may wait for a worker; more are refused")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--max-streams-per-connection", limits.max_streams_per_connection,
                 "calls at a time on one connection")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--drain-seconds", drain_seconds,
                 "time that running calls get after SIGTERM or SIGINT")
      ->check(CLI::Range(0, 3600))
      ->capture_default_str();
}

}  // namespace

absl::Status CheckConfig(const ServerConfig& config) {
  const HostPort address = SplitHostPort(config.listen);
  if (address.host.empty()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--listen '{}' is not HOST:PORT, e.g. 127.0.0.1:50051 or [::1]:0",
                             config.listen));
  }
  if (!config.insecure && !IsLoopback(address.host)) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--listen {} would offer plaintext beyond the loopback interface; add "
                             "--insecure to do that, or listen on 127.0.0.1",
                             config.listen));
  }
  return absl::OkStatus();
}

ParsedCommandLine ParseCommandLine(int argc, const char* const* argv) {
  ParsedCommandLine parsed;
  auto drain_seconds = static_cast<int64_t>(parsed.config.limits.drain_time.count());
  CLI::App app("Predicts how long neural networks take on given hardware, over gRPC.",
               "roofline-server");
  app.set_version_flag("--version", fmt::format("roofline-server {}", Version()));
  app.failure_message(&UsageMessage);
  AddOptions(app, parsed.config, drain_seconds);
  try {
    app.parse(argc, argv);
    parsed.config.limits.drain_time = std::chrono::seconds(drain_seconds);
    parsed.run = true;
  } catch (const CLI::ParseError& error) {
    std::ostringstream text;
    parsed.exit_code = app.exit(error, text, text) == 0 ? 0 : 2;
    parsed.output = text.str();
  }
  return parsed;
}

}  // namespace roofline
