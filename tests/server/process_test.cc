// The server as a process: what it prints, and how it goes.

#include <fcntl.h>
#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "grpc/health/v1/health.grpc.pb.h"

namespace roofline {
namespace {

using grpc::health::v1::HealthCheckResponse;

class ServerProcess {
 public:
  explicit ServerProcess(std::vector<std::string> arguments) {
    int out[2];
    EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
    arguments.insert(arguments.begin(), ROOFLINE_BINARY_DIR "/bin/roofline-server");
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(out[1]);
    out_ = fdopen(out[0], "r");
  }

  ~ServerProcess() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    std::fclose(out_);
  }

  // The next line of its standard output, without the end of line; empty at the end.
  std::string ReadLine() {
    std::string line;
    for (int c = std::fgetc(out_); c != EOF && c != '\n'; c = std::fgetc(out_)) {
      line += static_cast<char>(c);
    }
    return line;
  }

  void Signal(int number) const { kill(pid_, number); }

  // Waits for its end: the exit code, or -N when signal N ended it.
  int Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = 0;
  FILE* out_ = nullptr;
};

std::string AddressIn(const std::string& line) { return line.substr(line.rfind(' ') + 1); }

// A health stream, which never ends by itself, as a call in flight.
class Watch {
 public:
  explicit Watch(const std::string& address)
      : stub_(grpc::health::v1::Health::NewStub(
            grpc::CreateChannel(address, grpc::InsecureChannelCredentials()))),
        stream_(stub_->Watch(&context_, {})) {}

  // The next status; UNKNOWN once the stream has ended.
  HealthCheckResponse::ServingStatus Next() {
    HealthCheckResponse response;
    return stream_->Read(&response) ? response.status() : HealthCheckResponse::UNKNOWN;
  }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::health::v1::Health::Stub> stub_;
  std::unique_ptr<grpc::ClientReader<HealthCheckResponse>> stream_;
};

TEST(ProcessTest, EitherStopSignalEndsItWell) {
  for (const int number : {SIGTERM, SIGINT}) {
    ServerProcess server({"--listen", "127.0.0.1:0"});
    EXPECT_TRUE(server.ReadLine().starts_with("listening on 127.0.0.1:"));
    server.Signal(number);
    EXPECT_EQ(server.Wait(), 0);
  }
}

TEST(ProcessTest, DrainTellsHealthWatchersAndEndsThemAtTheDeadline) {
  ServerProcess server({"--listen", "127.0.0.1:0", "--drain-seconds", "1"});
  Watch watch(AddressIn(server.ReadLine()));
  ASSERT_EQ(watch.Next(), HealthCheckResponse::SERVING);
  server.Signal(SIGTERM);
  EXPECT_EQ(watch.Next(), HealthCheckResponse::NOT_SERVING);
  EXPECT_EQ(server.Wait(), 0);
}

TEST(ProcessTest, SecondSignalEndsItAtOnce) {
  ServerProcess server({"--listen", "127.0.0.1:0", "--drain-seconds", "3600"});
  Watch watch(AddressIn(server.ReadLine()));
  ASSERT_EQ(watch.Next(), HealthCheckResponse::SERVING);
  server.Signal(SIGTERM);
  ASSERT_EQ(watch.Next(), HealthCheckResponse::NOT_SERVING);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), -SIGTERM);
}

TEST(ProcessTest, SecondServerOnThePortFails) {
  ServerProcess first({"--listen", "127.0.0.1:0"});
  ServerProcess second({"--listen", AddressIn(first.ReadLine())});
  EXPECT_EQ(second.Wait(), 1);
}

TEST(ProcessTest, UsageMistakesEndWithTwo) {
  EXPECT_EQ(ServerProcess({"--listen", "0.0.0.0:0"}).Wait(), 2);
  EXPECT_EQ(ServerProcess({"--no-such-option"}).Wait(), 2);
}

}  // namespace
}  // namespace roofline
