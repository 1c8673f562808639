// roofline-server: the service as a process.

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "costmodel/error.h"
#include "server/config.h"
#include "server/server.h"

namespace {

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

// SIGTERM and SIGINT, blocked in every thread: the main thread waits for them.
sigset_t BlockStopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

int Run(const roofline::ServerConfig& config, const sigset_t& signals) {
  auto server = roofline::Server::Start(config);
  if (!server.ok()) {
    fmt::print(stderr, "roofline-server: {}\n", roofline::MessageOf(server.status()));
    return roofline::ReasonOf(server.status()) == roofline::Reason::kInvalidArgument ? kExitUsage
                                                                                     : kExitFailed;
  }
  fmt::print("listening on {}\n", (*server)->address());
  std::fflush(stdout);
  int signal_number = 0;
  sigwait(&signals, &signal_number);
  fmt::print(stderr, "roofline-server: draining, for at most {} s\n",
             config.limits.drain_time.count());
  // A second signal has its default effect: it ends the process at once.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (*server)->Drain();
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  // Before anything of gRPC: its threads inherit the mask. Its own log would bury our messages.
  const sigset_t signals = BlockStopSignals();
  std::signal(SIGPIPE, SIG_IGN);
  setenv("GRPC_VERBOSITY", "NONE", 0);
  const roofline::ParsedCommandLine command_line = roofline::ParseCommandLine(argc, argv);
  if (!command_line.run) {
    fmt::print(command_line.exit_code == 0 ? stdout : stderr, "{}", command_line.output);
    return command_line.exit_code;
  }
  return Run(command_line.config, signals);
}
